graph [ directed 1
node [ id 1 label "A" ]
node [ id 2 label "B" ]
edge [ source 1 ]
]
