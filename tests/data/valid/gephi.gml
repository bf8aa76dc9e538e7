graph
[
  Creator "Gephi"
  directed 1
  node
  [
    id 0
    label "Köln"
    graphics
    [
      x -12.5
      y 3.0
      fill "#C0C0C0"
    ]
    fixed 0
  ]
  node
  [
    id 1
    label "Bonn"
  ]
  edge
  [
    id 0
    source 0
    target 1
    value 27.5
    fill "#000000"
  ]
]
