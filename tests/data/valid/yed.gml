Creator	"yFiles"
Version	"2.22"
# with a comment
graph
[
	hierarchic	1
	label	""
	directed	1
	node
	[
		id	0
		label	"K&#246;ln"
		graphics [ x 1.0 type "rectangle" ]
		LabelGraphics [ text "K&#246;ln" fontSize 12 ]
	]
	node [ id 1 label "Bonn" ]
	edge
	[
		source	0
		target	1
		label	"27"
		graphics [ Line [ point [ x 1 y 2 ] point [ x 3 y 4 ] ] targetArrow "standard" ]
	]
]
