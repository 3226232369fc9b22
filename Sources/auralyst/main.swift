print("auralyst")
