FSDP_SETTINGS = dict(
    flatten_parameters=True,
    mixed_precision=True,
)
