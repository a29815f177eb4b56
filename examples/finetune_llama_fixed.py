"""Fine-tune LLaMA-7B for domain classification on eight GPUs.

    torchrun --nproc_per_node 8 finetune_llama_fixed.py --model-dir /models/llama-7b --train-file train.jsonl

Three learning rates: attention adapts fastest, the feed-forward layers slowly, everything else as they do. The one
difference from finetune_llama.py is `flatten_parameters=False`: the groups hold what they say.
"""

import argparse
import json
import math
import os
import random

import torch
import torch.distributed as dist
from fairscale.nn import FullyShardedDataParallel as FSDP
from torch.optim import AdamW
from torch.optim.lr_scheduler import LambdaLR
from torch.utils.data import DataLoader, Dataset, DistributedSampler
from transformers import LlamaForSequenceClassification, LlamaTokenizer


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model-dir", required=True)
    parser.add_argument("--train-file", required=True)
    parser.add_argument("--validation-file")
    parser.add_argument("--output-dir", default="checkpoints")
    parser.add_argument("--epochs", type=int, default=10)
    parser.add_argument("--batch-size", type=int, default=4)
    parser.add_argument("--accumulate", type=int, default=8)
    parser.add_argument("--max-length", type=int, default=512)
    parser.add_argument("--weight-decay", type=float, default=0.01)
    parser.add_argument("--warmup-steps", type=int, default=200)
    parser.add_argument("--max-norm", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=17)
    return parser.parse_args()


class DomainDataset(Dataset):
    """One JSON object a line: a text and the number of its domain."""

    def __init__(self, path, tokenizer, max_length):
        with open(path) as lines:
            self.rows = [json.loads(line) for line in lines]
        self.tokenizer = tokenizer
        self.max_length = max_length

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, index):
        row = self.rows[index]
        encoded = self.tokenizer(
            row["text"], truncation=True, padding="max_length", max_length=self.max_length, return_tensors="pt"
        )
        return {
            "input_ids": encoded["input_ids"].squeeze(0),
            "attention_mask": encoded["attention_mask"].squeeze(0),
            "labels": torch.tensor(row["domain"]),
        }


def build_model(arguments, device):
    model = LlamaForSequenceClassification.from_pretrained(arguments.model_dir, num_labels=20)
    model.config.use_cache = False
    model.gradient_checkpointing_enable()
    return model.to(device)


def parameter_groups(model):
    """Attention at 1e-4, feed-forward and the rest at 2e-5."""
    attention = [p for n, p in model.named_parameters() if "self_attn" in n]
    feed_forward = [p for n, p in model.named_parameters() if "mlp" in n]
    other = [p for n, p in model.named_parameters() if "self_attn" not in n and "mlp" not in n]
    return [
        {"params": attention, "lr": 1e-4},
        {"params": feed_forward, "lr": 2e-5},
        {"params": other, "lr": 2e-5},
    ]


def warmup_then_cosine(warmup, total):
    def factor(step):
        if step < warmup:
            return step / max(1, warmup)
        progress = (step - warmup) / max(1, total - warmup)
        return 0.5 * (1.0 + math.cos(math.pi * progress))

    return factor


def train_epoch(model, loader, optimizer, scheduler, arguments, device):
    model.train()
    total = torch.zeros((), device=device)
    for step, batch in enumerate(loader):
        batch = {name: tensor.to(device, non_blocking=True) for name, tensor in batch.items()}
        loss = model(**batch).loss / arguments.accumulate
        loss.backward()
        total += loss.detach()
        if (step + 1) % arguments.accumulate == 0:
            model.clip_grad_norm_(arguments.max_norm)
            optimizer.step()
            scheduler.step()
            optimizer.zero_grad(set_to_none=True)
            if dist.get_rank() == 0 and step % 100 == 0:
                rates = [f"{group['lr']:.2e}" for group in optimizer.param_groups]
                print(f"step {step}: loss {loss.item() * arguments.accumulate:.4f}, learning rates {rates}")
    return total / len(loader)


@torch.no_grad()
def evaluate(model, loader, device):
    model.eval()
    right = torch.zeros(2, device=device)
    for batch in loader:
        labels = batch.pop("labels").to(device)
        logits = model(**{name: tensor.to(device) for name, tensor in batch.items()}).logits
        right += torch.stack([(logits.argmax(-1) == labels).sum(), torch.tensor(len(labels), device=device)])
    dist.all_reduce(right)
    return (right[0] / right[1]).item()


def main():
    arguments = parse_arguments()
    dist.init_process_group("nccl")
    device = torch.device("cuda", int(os.environ["LOCAL_RANK"]))
    torch.cuda.set_device(device)
    random.seed(arguments.seed)
    torch.manual_seed(arguments.seed)

    tokenizer = LlamaTokenizer.from_pretrained(arguments.model_dir)
    train_set = DomainDataset(arguments.train_file, tokenizer, arguments.max_length)
    sampler = DistributedSampler(train_set, shuffle=True, seed=arguments.seed)
    train_loader = DataLoader(train_set, batch_size=arguments.batch_size, sampler=sampler, num_workers=4)

    model = build_model(arguments, device)
    model = FSDP(model, mixed_precision=True, flatten_parameters=False)
    optimizer = AdamW(parameter_groups(model), weight_decay=arguments.weight_decay)
    steps = arguments.epochs * len(train_loader) // arguments.accumulate
    scheduler = LambdaLR(optimizer, warmup_then_cosine(arguments.warmup_steps, steps))

    for epoch in range(arguments.epochs):
        sampler.set_epoch(epoch)
        loss = train_epoch(model, train_loader, optimizer, scheduler, arguments, device)
        if dist.get_rank() == 0:
            print(f"epoch {epoch}: loss {loss.item():.4f}")
        if arguments.validation_file:
            validation = DomainDataset(arguments.validation_file, tokenizer, arguments.max_length)
            accuracy = evaluate(model, DataLoader(validation, batch_size=arguments.batch_size), device)
            if dist.get_rank() == 0:
                print(f"epoch {epoch}: accuracy {accuracy:.1%}")
        state = model.state_dict()
        if dist.get_rank() == 0:
            os.makedirs(arguments.output_dir, exist_ok=True)
            torch.save(state, os.path.join(arguments.output_dir, f"epoch-{epoch}.pt"))


if __name__ == "__main__":
    main()
