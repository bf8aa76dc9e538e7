graph [
  node [
    id 0
    label "K&#246;ln"
  ]
  node [
    id 1
    label "Bonn"
  ]
  node [
    id 2
    label "Aachen"
  ]
  node [
    id 3
    label "R&#252;gen"
  ]
  edge [
    source 0
    target 1
    weight 27.5
    road "A &#34;555&#34; &#38; more"
  ]
  edge [
    source 1
    target 2
    weight 91.0
    road "A565"
  ]
]
