graph [ node [ label "A" ] ]
