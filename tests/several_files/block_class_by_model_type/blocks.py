def block_class(model_type):
    if model_type == "gpt2":
        from transformers.models.gpt2.modeling_gpt2 import GPT2Block

        layer = GPT2Block
    elif model_type == "llama":
        from transformers.models.llama.modeling_llama import LlamaDecoderLayer

        layer = LlamaDecoderLayer
    else:
        raise NotImplementedError(model_type)
    return layer
