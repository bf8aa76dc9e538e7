graph [ node [ id ] ]
