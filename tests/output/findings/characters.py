def tabs(model):
	if model:
		model = FSDP(model, "	")


def wide(model):
    日本 = FSDP(model, "日本語")  # 界
    e = "é", FSDP(model)
    bell = "[31m", FSDP(model)
