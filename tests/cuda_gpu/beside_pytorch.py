# SPDX-License-Identifier: BSD-3-Clause
"""beside_pytorch.py RESULTS: makes the calls of bench.cpp, whose output RESULTS is, in PyTorch on the same device.

Prints a line for each case: our milliseconds, PyTorch's, and ours over PyTorch's. A case that one of both lacks is named.
"""
import math
import re
import sys
import time

import torch
import torch.nn.functional as F
from torch import nn

torch.backends.cudnn.benchmark = True
kinds = {"Float": torch.float, "Half": torch.half, "BFloat16": torch.bfloat16}
bfloat16 = torch.bfloat16
last = torch.channels_last
contiguous = torch.contiguous_format
cases = {}


def case(name, f, of_host=False):
    """Measures f as bench.cpp does: best of five repeats of about 20 ms each, or the host's time of a call."""
    if name not in ours:
        print(f"{name:44} not measured by bench.cpp")
        return
    try:
        cases[name] = host_ms(f) if of_host else device_ms(f)
    except RuntimeError as e:
        print(f"{name:44} {str(e).splitlines()[0]}")
        cases[name] = math.nan
        return
    print(f"{name:44} {ours[name]:10.4f} {cases[name]:10.4f} {ours[name] / cases[name]:7.2f}", flush=True)


def device_ms(f):
    begin, end = torch.cuda.Event(True), torch.cuda.Event(True)

    def ms_of(calls):
        begin.record()
        for _ in range(calls):
            f()
        end.record()
        end.synchronize()
        return begin.elapsed_time(end) / calls

    f()
    calls = min(max(int(20 / ms_of(2)), 2), 200)
    return min(ms_of(calls) for _ in range(5))


def host_ms(f, calls=10000):
    for _ in range(2):
        torch.cuda.synchronize()
        start = time.perf_counter()
        for _ in range(calls):
            f()
        took = time.perf_counter() - start
    return took * 1000 / calls


def random(*sizes, dtype=torch.float):
    return torch.randn(sizes, device="cuda", dtype=dtype)


def random_index(below, *sizes):
    return torch.randint(0, below, sizes, device="cuda")


def measure_memory():
    x, y = random(1 << 27), random(1 << 27)
    rows, row, out = x.view(1 << 15, 1 << 12), y[: 1 << 12], torch.empty_like(x)
    case("copy", lambda: out.copy_(x))
    case("add", lambda: torch.add(x, y, out=out))
    case("exp", lambda: torch.exp(x, out=out))
    case("gelu", lambda: torch._C._nn.gelu(x, out=out))
    case("where of a comparison", lambda: torch.where(x > 0, x, y))
    case("add, broadcast row", lambda: rows + row)
    case("add of a transposed", lambda: rows.view(1 << 13, 1 << 14).t() + y.view(1 << 14, 1 << 13))
    case("transpose, contiguous", lambda: rows.t().contiguous())
    case("permute to channels last", lambda: x.view(128, 64, 128, 128).contiguous(memory_format=last))
    case("split heads", lambda: x.view(64, 512, 64, 64).transpose(1, 2).contiguous())
    case("to bfloat16", lambda: x.to(bfloat16))
    case("cat of halves along rows", lambda: torch.cat([rows[:, :2048], rows[:, 2048:]], 1))
    case("sum of all", lambda: x.sum())
    case("sum of rows", lambda: rows.sum(1))
    case("sum of columns", lambda: rows.sum(0))
    case("sum of short rows", lambda: x.view(1 << 21, 64).sum(1))
    case("var of rows", lambda: rows.var(1))
    case("max of rows with places", lambda: rows.max(1))
    case("argmax of all", lambda: x.argmax())
    case("norm of all", lambda: x.norm())
    case("cumsum of rows", lambda: rows.cumsum(1))
    case("cumsum of all", lambda: x.cumsum(0))
    case("softmax of rows", lambda: rows.softmax(1))
    case("softmax of short rows", lambda: x.view(1 << 21, 64).softmax(1))
    case("softmax of long rows", lambda: x.view(1 << 10, 1 << 17).softmax(1))
    case("layer_norm", lambda: F.layer_norm(rows, [1 << 12]))
    case("rand", lambda: out.uniform_())
    case("randn", lambda: out.normal_())
    case("dropout", lambda: torch.native_dropout(x, 0.1, True))
    h, b = x.half(), x.to(bfloat16)
    b_rows = b.view(1 << 15, 1 << 12)
    case("add, float16", lambda: h + h)
    case("gelu, bfloat16", lambda: F.gelu(b))
    case("sum of rows, bfloat16", lambda: b_rows.sum(1))
    case("softmax of rows, bfloat16", lambda: b_rows.softmax(1))
    case("layer_norm, bfloat16", lambda: F.layer_norm(b_rows, [1 << 12]))


def measure_indices():
    n = 1 << 24
    x, y = random(n), random(1 << 14, 1 << 10)
    rows = x.view(1 << 14, 1 << 10)
    row, any_, column = random_index(1 << 14, 1 << 14), random_index(n, n), random_index(1 << 10, 1 << 14, 1 << 10)
    some = x > 0
    case("index_select of rows", lambda: rows.index_select(0, row))
    case("index of rows", lambda: rows[row])
    case("take", lambda: x.take(any_))
    case("gather along rows", lambda: rows.gather(1, column))
    case("scatter_add along rows", lambda: rows.scatter_add(1, column, y))
    case("index_add of rows", lambda: rows.index_add(0, row, y))
    case("index_put, accumulated", lambda: rows.index_put((row,), y, True))
    case("masked_fill", lambda: x.masked_fill(some, 1.0))
    case("masked_select", lambda: x.masked_select(some))
    case("nonzero", lambda: some.nonzero())
    case("sort of 16M", lambda: x.sort())
    case("sort of rows of 1024", lambda: rows.sort(1))
    case("topk 10 of rows", lambda: rows.topk(10, 1))
    case("median of rows", lambda: rows.median(1))
    case("unique of 16M integers", lambda: torch._unique2(row.repeat(1 << 10)))
    case("bincount", lambda: torch.bincount(column.view(-1)))
    case("histc", lambda: torch.histc(x, 100, -3, 3))
    case("searchsorted", lambda: torch.searchsorted(x[: 1 << 10].sort()[0], x))
    with torch.enable_grad():
        table, words = random(50257, 1024).requires_grad_(), random_index(50257, 1 << 14)
        case("embedding and its gradient", lambda: torch.autograd.grad(F.embedding(words, table), table, y))


def measure_products():
    n = 8192
    for name, t in kinds.items():
        a, b = random(n, n, dtype=t), random(n, n, dtype=t)
        case(f"mm 8192, {name}", lambda: torch.mm(a, b))
    x, w, b = random(8192, 4096, dtype=bfloat16), random(4096, 4096, dtype=bfloat16), random(4096, dtype=bfloat16)
    case("linear 8192x4096x4096, BFloat16", lambda: F.linear(x, w, b))
    q, k = random(512, 512, 64, dtype=bfloat16), random(512, 512, 64, dtype=bfloat16)
    case("bmm 512 of 512x64x512, BFloat16", lambda: torch.bmm(q, k.transpose(1, 2)))
    s, v = random(1024, 1024), random(1024, 1)
    case("mm 1024, Float", lambda: torch.mm(s, s))
    case("matrix by vector 1024, Float", lambda: torch.mm(s, v))
    heads = random(16, 16, 1024, 64, dtype=bfloat16)
    case(
        "attention 16x16x1024x64, causal, BFloat16",
        lambda: F.scaled_dot_product_attention(heads, heads, heads, is_causal=True),
    )


def measure_convolutions():
    for channels, side in (64, 56), (256, 14):
        for kind, t in kinds.items():
            for memory in contiguous, last:
                x = random(128, channels, side, side, dtype=t).contiguous(memory_format=memory)
                w = random(channels, channels, 3, 3, dtype=t).contiguous(memory_format=memory)
                name = f"conv 3x3, {channels} at {side}, {kind}" + (", last" if memory == last else "")
                case(name, lambda: F.conv2d(x, w, padding=1))
                with torch.enable_grad():
                    x.requires_grad_()
                    w.requires_grad_()
                    y = F.conv2d(x, w, padding=1)
                    dy = torch.ones_like(y)
                    case(name + ", gradients", lambda: torch.autograd.grad(y, [x, w], dy, retain_graph=True))


def both_ways(name, x, f):
    with torch.enable_grad():
        x.requires_grad_()
        dy = torch.ones_like(f(x))
        case(name, lambda: torch.autograd.grad(f(x), x, dy))


def measure_layers():
    for memory in contiguous, last:
        end = ", last" if memory == last else ""
        x = random(128, 64, 56, 56, dtype=bfloat16).contiguous(memory_format=memory)
        scale, shift = random(64), random(64)

        def batch_norm(t):
            return torch.batch_norm(t, scale, shift, None, None, True, 0.1, 1e-5, True)

        both_ways("batch_norm, both ways, BFloat16" + end, x, batch_norm)
        both_ways("max_pool2d 3x3, both ways, BFloat16" + end, x, lambda t: F.max_pool2d(t, 3, 2, 1))
        both_ways("avg_pool2d, both ways, BFloat16" + end, x, lambda t: F.avg_pool2d(t, 2))
        both_ways("adaptive_avg_pool2d 1, both ways, BFloat16" + end, x, lambda t: F.adaptive_avg_pool2d(t, 1))
        both_ways(
            "upsample bilinear, both ways, BFloat16" + end,
            x,
            lambda t: F.interpolate(t, (112, 112), mode="bilinear", align_corners=False),
        )
    rows, scale = random(1 << 14, 1 << 10, dtype=bfloat16), random(1 << 10, dtype=bfloat16)
    images, of_channels = random(128, 64, 56, 56, dtype=bfloat16), random(64, dtype=bfloat16)
    both_ways("layer_norm 1024, both ways, BFloat16", rows, lambda t: F.layer_norm(t, [1 << 10], scale, scale))
    both_ways("group_norm, both ways, BFloat16", images, lambda t: F.group_norm(t, 8, of_channels, of_channels))
    both_ways("softmax 1024, both ways, BFloat16", rows, lambda t: t.softmax(1))
    both_ways("gelu, both ways, BFloat16", rows, F.gelu)
    words = random_index(50257, 1 << 13)
    both_ways("cross_entropy of 50257, both ways", random(1 << 13, 50257), lambda t: F.cross_entropy(t, words))
    both_ways("mse_loss, both ways", random(1 << 24), lambda t: F.mse_loss(t, torch.zeros_like(t)))


def measure_calls():
    def ones(*sizes):
        return torch.ones(sizes, device="cuda")

    x, rows, weight, images, kernel = ones(1), ones(8, 64), ones(64, 64), ones(1, 8, 8, 8), ones(8, 8, 3, 3)
    case("add of one element, per call", lambda: x + x, True)
    case("sum of 8x64, per call", lambda: rows.sum(1), True)
    case("linear of 8x64 by 64, per call", lambda: F.linear(rows, weight), True)
    case("conv of 8x8x8, per call", lambda: F.conv2d(images, kernel, padding=1), True)


def training_step(name, optimizer, loss):
    def step():
        optimizer.zero_grad(True)
        loss().backward()
        optimizer.step()

    with torch.enable_grad():
        case(name, step)


class Block(nn.Module):
    def __init__(self, fan_in, out, stride):
        super().__init__()
        self.body = nn.Sequential(
            convolution(fan_in, out, 3, stride),
            nn.BatchNorm2d(out),
            nn.ReLU(),
            convolution(out, out, 3, 1),
            nn.BatchNorm2d(out),
        )
        self.shortcut = None
        if stride != 1 or fan_in != out:
            self.shortcut = nn.Sequential(convolution(fan_in, out, 1, stride), nn.BatchNorm2d(out))

    def forward(self, x):
        return F.relu(self.body(x) + (x if self.shortcut is None else self.shortcut(x)))


def convolution(fan_in, out, kernel, stride):
    return nn.Conv2d(fan_in, out, kernel, stride, kernel // 2, bias=False)


def residual_net():
    layers = [convolution(3, 64, 7, 2), nn.BatchNorm2d(64), nn.ReLU(), nn.MaxPool2d(3, 2, 1)]
    fan_in = 64
    for out in 64, 128, 256, 512:
        for i in range(2):
            layers.append(Block(fan_in, out, 2 if i == 0 and out > 64 else 1))
            fan_in = out
    return nn.Sequential(*layers, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(512, 1000)).cuda()


def measure_training():
    net = nn.Sequential(nn.Linear(784, 256), nn.ReLU(), nn.Linear(256, 256), nn.ReLU(), nn.Linear(256, 10)).cuda()
    x, labels = random(128, 784), random_index(10, 128)
    training_step(
        "step of an MLP, 784-256-256-10",
        torch.optim.SGD(net.parameters(), 0.01, momentum=0.9),
        lambda: F.cross_entropy(net(x), labels),
    )
    for mixed in False, True:
        net, x, labels = residual_net(), random(128, 3, 224, 224), random_index(1000, 128)
        if mixed:
            net, x = net.to(memory_format=last), x.contiguous(memory_format=last)

        def loss():
            with torch.autocast("cuda", bfloat16, enabled=mixed):
                return F.cross_entropy(net(x), labels)

        training_step(
            "step of ResNet-18, bfloat16, last" if mixed else "step of ResNet-18, float",
            torch.optim.SGD(net.parameters(), 0.01, momentum=0.9),
            loss,
        )
    width, length, batch, words = 512, 256, 32, 10000
    for mixed in False, True:
        layer = nn.TransformerEncoderLayer(width, 8, 2048, 0)
        net = nn.ModuleList(
            [nn.Embedding(words, width), nn.TransformerEncoder(layer, 6), nn.Linear(width, words)]
        ).cuda()
        text, following = random_index(words, length, batch), random_index(words, length * batch)
        mask = torch.full((length, length), -math.inf, device="cuda").triu(1)

        def loss():
            with torch.autocast("cuda", bfloat16, enabled=mixed):
                scores = net[2](net[1](net[0](text), mask)).flatten(0, 1)
                return F.cross_entropy(scores, following)

        training_step(
            "step of a transformer, " + ("bfloat16" if mixed else "float"),
            torch.optim.AdamW(net.parameters(), 1e-4),
            loss,
        )
    lstm, x = nn.LSTM(256, 256, 2).cuda(), random(64, 32, 256)
    training_step(
        "step of an LSTM, 2 layers of 256, 64 steps",
        torch.optim.Adam(lstm.parameters(), 1e-3),
        lambda: lstm(x)[0].square().mean(),
    )


ours = {}
for line in open(sys.argv[1]):
    if found := re.match(r"(\S.*?) {2,}([0-9.]+) ms", line):
        ours[found[1]] = float(found[2])
print(f"PyTorch {torch.__version__}, {torch.cuda.get_device_name()}")
print(f"{'':44} {'ours, ms':>10} {'PyTorch':>10} {'ratio':>7}")
torch.set_grad_enabled(False)
for measure in (
    measure_memory,
    measure_indices,
    measure_products,
    measure_convolutions,
    measure_layers,
    measure_calls,
    measure_training,
):
    measure()
for name in ours.keys() - cases.keys():
    print(f"{name:44} not measured here")
ratios = [ours[name] / ms for name, ms in cases.items() if ms == ms]
if ratios:
    print(f"geometric mean of {len(ratios)} ratios: {math.exp(sum(map(math.log, ratios)) / len(ratios)):.3f}")
