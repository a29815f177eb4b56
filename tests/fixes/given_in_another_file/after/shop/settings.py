FSDP_SETTINGS = dict(
    flatten_parameters=False,
    mixed_precision=True,
)
