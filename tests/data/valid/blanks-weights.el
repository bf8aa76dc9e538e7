a b 1
b c 2.5
