import torch


def prepare(args):
    if args.flag0:
        args.value0 = torch.zeros(0)
        args.other0 = [args.value0, args.flag0]
    if args.flag1:
        args.value1 = torch.zeros(1)
        args.other1 = [args.value1, args.flag1]
    if args.flag2:
        args.value2 = torch.zeros(2)
        args.other2 = [args.value2, args.flag2]
    if args.flag3:
        args.value3 = torch.zeros(3)
        args.other3 = [args.value3, args.flag3]
    if args.flag4:
        args.value4 = torch.zeros(4)
        args.other4 = [args.value4, args.flag4]
    if args.flag5:
        args.value5 = torch.zeros(5)
        args.other5 = [args.value5, args.flag5]
    if args.flag6:
        args.value6 = torch.zeros(6)
        args.other6 = [args.value6, args.flag6]
    if args.flag7:
        args.value7 = torch.zeros(7)
        args.other7 = [args.value7, args.flag7]
    if args.flag8:
        args.value8 = torch.zeros(8)
        args.other8 = [args.value8, args.flag8]
    if args.flag9:
        args.value9 = torch.zeros(9)
        args.other9 = [args.value9, args.flag9]
    if args.flag10:
        args.value10 = torch.zeros(10)
        args.other10 = [args.value10, args.flag10]
    if args.flag11:
        args.value11 = torch.zeros(11)
        args.other11 = [args.value11, args.flag11]
    if args.flag12:
        args.value12 = torch.zeros(12)
        args.other12 = [args.value12, args.flag12]
    if args.flag13:
        args.value13 = torch.zeros(13)
        args.other13 = [args.value13, args.flag13]
    if args.flag14:
        args.value14 = torch.zeros(14)
        args.other14 = [args.value14, args.flag14]
    if args.flag15:
        args.value15 = torch.zeros(15)
        args.other15 = [args.value15, args.flag15]
    if args.flag16:
        args.value16 = torch.zeros(16)
        args.other16 = [args.value16, args.flag16]
    if args.flag17:
        args.value17 = torch.zeros(17)
        args.other17 = [args.value17, args.flag17]
    if args.flag18:
        args.value18 = torch.zeros(18)
        args.other18 = [args.value18, args.flag18]
    if args.flag19:
        args.value19 = torch.zeros(19)
        args.other19 = [args.value19, args.flag19]
    if args.flag20:
        args.value20 = torch.zeros(20)
        args.other20 = [args.value20, args.flag20]
    if args.flag21:
        args.value21 = torch.zeros(21)
        args.other21 = [args.value21, args.flag21]
    if args.flag22:
        args.value22 = torch.zeros(22)
        args.other22 = [args.value22, args.flag22]
    if args.flag23:
        args.value23 = torch.zeros(23)
        args.other23 = [args.value23, args.flag23]
    if args.flag24:
        args.value24 = torch.zeros(24)
        args.other24 = [args.value24, args.flag24]
    if args.flag25:
        args.value25 = torch.zeros(25)
        args.other25 = [args.value25, args.flag25]
    if args.flag26:
        args.value26 = torch.zeros(26)
        args.other26 = [args.value26, args.flag26]
    if args.flag27:
        args.value27 = torch.zeros(27)
        args.other27 = [args.value27, args.flag27]
    if args.flag28:
        args.value28 = torch.zeros(28)
        args.other28 = [args.value28, args.flag28]
    if args.flag29:
        args.value29 = torch.zeros(29)
        args.other29 = [args.value29, args.flag29]
    if args.flag30:
        args.value30 = torch.zeros(30)
        args.other30 = [args.value30, args.flag30]
    if args.flag31:
        args.value31 = torch.zeros(31)
        args.other31 = [args.value31, args.flag31]
    if args.flag32:
        args.value32 = torch.zeros(32)
        args.other32 = [args.value32, args.flag32]
    if args.flag33:
        args.value33 = torch.zeros(33)
        args.other33 = [args.value33, args.flag33]
    if args.flag34:
        args.value34 = torch.zeros(34)
        args.other34 = [args.value34, args.flag34]
    if args.flag35:
        args.value35 = torch.zeros(35)
        args.other35 = [args.value35, args.flag35]
    if args.flag36:
        args.value36 = torch.zeros(36)
        args.other36 = [args.value36, args.flag36]
    if args.flag37:
        args.value37 = torch.zeros(37)
        args.other37 = [args.value37, args.flag37]
    if args.flag38:
        args.value38 = torch.zeros(38)
        args.other38 = [args.value38, args.flag38]
    if args.flag39:
        args.value39 = torch.zeros(39)
        args.other39 = [args.value39, args.flag39]
    if args.flag40:
        args.value40 = torch.zeros(40)
        args.other40 = [args.value40, args.flag40]
    if args.flag41:
        args.value41 = torch.zeros(41)
        args.other41 = [args.value41, args.flag41]
    if args.flag42:
        args.value42 = torch.zeros(42)
        args.other42 = [args.value42, args.flag42]
    if args.flag43:
        args.value43 = torch.zeros(43)
        args.other43 = [args.value43, args.flag43]
    if args.flag44:
        args.value44 = torch.zeros(44)
        args.other44 = [args.value44, args.flag44]
    if args.flag45:
        args.value45 = torch.zeros(45)
        args.other45 = [args.value45, args.flag45]
    if args.flag46:
        args.value46 = torch.zeros(46)
        args.other46 = [args.value46, args.flag46]
    if args.flag47:
        args.value47 = torch.zeros(47)
        args.other47 = [args.value47, args.flag47]
    if args.flag48:
        args.value48 = torch.zeros(48)
        args.other48 = [args.value48, args.flag48]
    if args.flag49:
        args.value49 = torch.zeros(49)
        args.other49 = [args.value49, args.flag49]
    if args.flag50:
        args.value50 = torch.zeros(50)
        args.other50 = [args.value50, args.flag50]
    if args.flag51:
        args.value51 = torch.zeros(51)
        args.other51 = [args.value51, args.flag51]
    if args.flag52:
        args.value52 = torch.zeros(52)
        args.other52 = [args.value52, args.flag52]
    if args.flag53:
        args.value53 = torch.zeros(53)
        args.other53 = [args.value53, args.flag53]
    if args.flag54:
        args.value54 = torch.zeros(54)
        args.other54 = [args.value54, args.flag54]
    if args.flag55:
        args.value55 = torch.zeros(55)
        args.other55 = [args.value55, args.flag55]
    if args.flag56:
        args.value56 = torch.zeros(56)
        args.other56 = [args.value56, args.flag56]
    if args.flag57:
        args.value57 = torch.zeros(57)
        args.other57 = [args.value57, args.flag57]
    if args.flag58:
        args.value58 = torch.zeros(58)
        args.other58 = [args.value58, args.flag58]
    if args.flag59:
        args.value59 = torch.zeros(59)
        args.other59 = [args.value59, args.flag59]
    return args


def make(args):
    args = prepare(args)
    args = prepare(args)
    args = prepare(args)
    args = prepare(args)
    args = prepare(args)
    args = prepare(args)
    args = prepare(args)
    args = prepare(args)
    args = prepare(args)
    args = prepare(args)
    args = prepare(args)
    args = prepare(args)
    args = prepare(args)
    args = prepare(args)
    args = prepare(args)
    args = prepare(args)
    args = prepare(args)
    args = prepare(args)
    args = prepare(args)
    args = prepare(args)
    args = prepare(args)
    args = prepare(args)
    args = prepare(args)
    args = prepare(args)
    args = prepare(args)
    args = prepare(args)
    args = prepare(args)
    args = prepare(args)
    args = prepare(args)
    args = prepare(args)
    args = prepare(args)
    args = prepare(args)
    args = prepare(args)
    args = prepare(args)
    args = prepare(args)
    args = prepare(args)
    args = prepare(args)
    args = prepare(args)
    args = prepare(args)
    args = prepare(args)
    model = torch.nn.Linear(8, 8)
    return args, model, torch.optim.SGD(model.parameters(), lr=args.lr)
