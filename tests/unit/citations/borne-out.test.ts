import { judgeClaim } from "@/lib/citations/borne-out";
import { supportingSpan } from "@/lib/citations/cite";
import { agreesInFigures, figuresOf } from "@/lib/citations/figures";

const ZH =
  "公司成立于2012年，总部设在杭州。2023年营业收入为1.5亿元，同比增长12%。研发人员共320人，占员工总数的四成。公司没有在境外设立子公司。";
const EN =
  "The company was founded in 2012 in Hangzhou. Revenue in 2023 was 150 million yuan, up 12 percent. It employs 320 engineers. The board did not approve a dividend.";

test.each([
  ["2023年公司收入为1.5亿元", ZH, "2023年营业收入为1.5亿元，同比增长12%。"],
  ["研发人员有320人", ZH, "研发人员共320人，占员工总数的四成。"],
  ["It has 320 engineers", EN, "It employs 320 engineers."],
  ["文中称“总部设在杭州”", ZH, "总部设在杭州"],
  ["文中称“总部设在杭州。”", ZH, "总部设在杭州。"],
  ["文中称“总部设在杭州！”", ZH, "总部设在杭州"],
  [
    "Revenue was 150 million, and 320 engineers work there",
    EN,
    "Revenue in 2023 was 150 million yuan, up 12 percent. It employs 320 engineers.",
  ],
  ["Revenue in 2023 rose by 12%", ZH, "2023年营业收入为1.5亿元，同比增长12%。"],
])("cites for %j the words that say so", (sentence, text, quote) => {
  const span = supportingSpan(sentence, { text, from: 1000 });
  expect(span?.quote).toBe(quote);
  expect(text.slice(span!.from - 1000, span!.to - 1000)).toBe(quote);
});

test.each([
  ["天气预报说明天有雨", ZH],
  ["Penguins live in the southern hemisphere", EN],
  ["公司很好", EN],
])("cites nothing for %j", (sentence, text) => {
  expect(supportingSpan(sentence, { text, from: 0 })).toBeNull();
});

const judge = (sentence: string, ...texts: string[]) =>
  judgeClaim(
    sentence,
    texts.map((text) => ({ text })),
  );

test.each([
  ["2023年营业收入为1.5亿元", "2023年营业收入为1.5亿元，同比增长12%。", true],
  ["2023年营业收入为1.6亿元", "2023年营业收入为1.5亿元，同比增长12%。", false],
  ["公司在境外设立了子公司", "公司没有在境外设立子公司。", false],
  ["公司没有在境外设立子公司", "公司没有在境外设立子公司。", true],
  ["公司不仅在杭州有研发中心", "公司在杭州有研发中心。", true],
  ["The board approved a dividend", "The board did not approve a dividend.", false],
  ["The board did not approve any dividend", "The board did not approve a dividend.", true],
  ["It employs 320 engineers", "It employs 320 engineers.", true],
  ["It has three offices", "The offices are in 3 cities; it has 3 offices.", true],
  ["Whales are mammals", "It employs 320 engineers.", false],
  ["Revenue was 150 million yuan", "2023年营业收入为1.5亿元", null],
  ["anything", "", null],
])("judges %j by %j: %s", (sentence, passage, verdict) => {
  expect(judge(sentence, passage).supported).toBe(verdict);
});

const BOARD =
  "The board, chaired by Helena Marsh, approved a dividend of 0.35 euros per share on 14 May 2022. Peter Lund, the treasurer, spoke before the vote. Sales rose in Portugal.";
const BOARD_ZH =
  "董事会由马海莲担任主席，于2022年5月14日批准每股派息0.35欧元。财务总监林彼得在表决之前发言。葡萄牙的销售额上升。";

test.each([
  ["The board, chaired by Helena Boyd, approved a dividend", BOARD, "Boyd"],
  ["The board, chaired by Peter Lund, approved a dividend of 0.35 euros per share", BOARD, "Peter Lund"],
  ["Sales rose in Denmark", BOARD, "Denmark"],
  ["The board approved a dividend of 0.35 dollars per share", BOARD, "0.35 dollars"],
  ["The board approved a dividend of 0.45 euros per share", BOARD, "0.45 euros"],
  ["The board approved a dividend on 14 March 2022", BOARD, "14 March 2022"],
  ["Peter Lund spoke after the vote", BOARD, "after"],
  ["Sales fell in Portugal", BOARD, "fell"],
  ["The M60 pump is delivered within 15 days", "The M40 pump is delivered within 15 days.", "M60"],
  ["董事会由马海燕担任主席", BOARD_ZH, "海燕"],
  ["丹麦的销售额上升", BOARD_ZH, "丹麦"],
  ["葡萄牙的销售额下降", BOARD_ZH, "下降"],
  ["董事会批准每股派息0.35美元", BOARD_ZH, "0.35美元"],
  ["林彼得在表决之后发言", BOARD_ZH, "之后"],
])("%j is not borne out, and the word is named", (sentence, passage, text) => {
  expect(judge(sentence, passage)).toEqual({ supported: false, doubts: [{ kind: "word", text }] });
});

test.each([
  ["A dividend of €0.35 per share was approved on 2022-05-14 by the board under Helena Marsh", BOARD],
  ["In Portugal, sales went up", BOARD],
  ["It weighs 0.48 kg", "The tablet weighs 480 g."],
  ["It takes 1.5 hours", "It takes 90 minutes."],
  ["It has 1.2 million customers", "It has 1,200,000 customers."],
  ["2022年5月14日，董事会同意每股派息0.35欧元", BOARD_ZH],
  ["在葡萄牙，销售额有所上升", BOARD_ZH],
  ["水厂每天净化40,000立方米水", "该厂每天净化4万立方米水。水厂很大。"],
  ["增长了百分之九", "收入增长9%。"],
])("%j is borne out in other words", (sentence, passage) => {
  expect(judge(sentence, passage)).toEqual({ supported: true, doubts: [] });
});

test("a quotation stands word for word or is named, and is not marked", () => {
  expect(judge("The text says “approved a dividend of 0.35 euros”", BOARD).supported).toBe(true);
  const changed = "The text says “approved a bonus of 0.35 euros”";
  expect(judge(changed, BOARD).doubts).toContainEqual({ kind: "quotation", text: "approved a bonus of 0.35 euros" });
  expect(supportingSpan("文中写道“每股派息0.35欧元”", { text: BOARD_ZH, from: 0 })?.quote).toBe("每股派息0.35欧元");
  expect(supportingSpan("文中写道“每股分红0.35欧元”", { text: BOARD_ZH, from: 0 })).toBeNull();
  expect(judge("文中写道「每股分红0.35欧元」", BOARD_ZH).doubts).toContainEqual({
    kind: "quotation",
    text: "每股分红0.35欧元",
  });
});

test("a denial on one side only is named", () => {
  const [passage, zh] = ["The tablet has no headphone jack, but a lamp.", "转租须经书面同意。该平板没有耳机插孔。"];
  expect(judge("The tablet has a headphone jack", passage).doubts[0]?.kind).toBe("denial");
  expect(judge("There is no lamp on the tablet", passage).supported).toBe(false);
  expect(judge("该平板有耳机插孔", zh).doubts[0]?.kind).toBe("denial");
  expect(judge("转租不须经书面同意", zh).doubts[0]?.kind).toBe("denial");
});

test("across languages figures, units and codes are checked, names are not", () => {
  expect(judge("董事会由马海莲担任主席", BOARD).supported).toBeNull();
  expect(judge("每股派息0.35欧元", BOARD).supported).toBeNull();
  expect(judge("每股派息0.45欧元", BOARD)).toMatchObject({ supported: false, doubts: [{ text: "0.45欧元" }] });
  expect(judge("A dividend of 0.35 dollars per share", BOARD_ZH).supported).toBe(false);
  expect(judge("M60型水泵15天内交付", "The M40 pump is delivered within 15 days.").supported).toBe(false);
});

test("a sentence is borne out by any of its passages, or by all together", () => {
  expect(judge("It employs 320 engineers", "Whales are mammals", "It employs 320 engineers.").supported).toBe(true);
  expect(
    judge("Revenue was 150 million and staff 320 people", "Revenue was 150 million.", "The staff: 320 people.")
      .supported,
  ).toBe(true);
  expect(judge("It employs 321 engineers", "Whales are mammals", "It employs 320 engineers.").supported).toBe(false);
});

test.each([
  ["Castor Mobility sued Velda Works", "Velda Works sued Castor Mobility in May.", "Castor Mobility"],
  ["The limit was raised from 200 MB to 50 MB", "The limit was raised from 50 MB to 200 MB.", "200 MB"],
  ["海潮公司收购了云雀集团。", "2016年，云雀集团收购了海潮公司。", "海潮公司"],
  ["数据由马海莲提供，报告由林彼得撰写。", "数据由林彼得提供，报告由马海莲撰写。", "马海莲"],
  [
    "Peter Lund approved the second budget",
    "Helena Marsh approved the second budget. Peter Lund spoke before the vote.",
    "Peter Lund",
  ],
  ["何伟提议把数据中心迁到港口。", "会议上，林佳怡提议把数据中心迁到港口。何伟表示反对。", "何伟"],
])("%j has its names in other places than %j", (claim, passage, text) => {
  expect(judge(claim, passage)).toEqual({ supported: false, doubts: [{ kind: "word", text }] });
});

test.each([
  ["Castor Mobility was sued by Velda Works", "Velda Works sued Castor Mobility in May."],
  ["On 14 May 2022 the board approved a dividend", BOARD],
  ["Wool and cotton are sold", "Cotton and wool are sold."],
  ["云雀集团被海潮公司收购。", "2016年，海潮公司收购了云雀集团。"],
  ["A third of the staff left", "One third of the staff left."],
  ["It was founded in the 13th century", "It was founded in 1284."],
  ["The town lost 30,000 to 50,000 people", "The town lost 30 to 50 thousand people."],
])("%j keeps who does what in %j", (claim, passage) => {
  expect(judge(claim, passage)).toEqual({ supported: true, doubts: [] });
});

test.each([
  ["工程持续了十年", "The works went on for a decade."],
  ["会议下午3点开始", "The meeting begins at 15:00."],
  ["四成员工参加", "40 percent of the staff took part."],
  ["二十国集团", "The G20 met."],
  ["G20 met", "二十国集团开会。"],
  ["损失了3到5万人", "It lost 30 to 50 thousand people."],
  ["2001-02年的标志", "The logo of 2001–02."],
  ["产量增长到3倍", "Output tripled."],
  ["手机APP由CEO演示", "The chief executive showed the mobile application."],
])("%j is not called unsupported by %j", (claim, passage) => {
  expect(judge(claim, passage).supported).not.toBe(false);
});

test("reads figures with their scale", () => {
  expect(figuresOf("1.5亿元, 1,234 and 12％, 3 million, 5万亿").map(({ value }) => value)).toEqual([
    150_000_000, 1234, 12, 3_000_000, 5_000_000_000_000,
  ]);
  expect(agreesInFigures("about 150 million", "1.5亿元")).toBe(true);
  expect(agreesInFigures("three of 5", "五个中的三个")).toBe(true);
  expect(agreesInFigures("in 2024", "in 2023")).toBe(false);
});

test.each([
  [
    "Peter Lund led the design of the bridge.",
    "Helena Marsh led the design of the bridge. The report does not say who paid for it. Peter Lund is quoted in it twice.",
  ],
  ["陈志远主持了大桥的设计工作。", "林晓梅主持了大桥的设计工作。报告未说明资金来源。陈志远在报告中被引用两次。"],
])("does not take %j from a passage that names somebody else there", (claim, passage) => {
  expect(judge(claim, passage)).toMatchObject({ supported: false });
});

test.each([
  [
    "Because of the delay, Northgate Rail kept back 1.2 million euros.",
    "The trams arrived eight months late. Northgate Rail kept back a penalty of 1.2 million euros.",
  ],
  ["最常见的不良反应是恶心，9%的患者出现过。", "恶心是最常见的副作用，见于9%的患者。"],
  ["The company plans no acquisition before 2024.", "No acquisition is planned before 2024."],
  ["公司在2024年之前没有收购计划。", "2024年之前没有收购计划。"],
])("%j is borne out, its words said otherwise by %j", (claim, passage) => {
  expect(judge(claim, passage)).toEqual({ supported: true, doubts: [] });
});

const OXYGEN =
  "In 1891 Scottish chemist James Dewar was able to produce enough liquid oxygen to study. Both men lowered the temperature of air until it liquefied and then distilled the component gases one at a time. The harbour town has 17,786,419 inhabitants.";
const SUIT = "传统的镜片头盔替换为透明的“鱼缸”型以提高可视范围。学校的老师受到的攻击在2005到2010年间达到了最高水平。";

test.each([
  // Ordinary words of the claim's own are another way to say it.
  ["Dewar had made enough liquid oxygen for research by 1891.", OXYGEN, true],
  ["The men chilled air until it liquefied and separated its gases by distillation.", OXYGEN, true],
  ["2005年至2010年，学校老师遭受的攻击达到最高水平。", SUIT, true],
  // In the place of others they are not, nor is a name.
  ["Scottish chemist James Dewar was able to produce enough liquid nitrogen to study.", OXYGEN, false],
  ["Pictet had made enough liquid oxygen for research by 1891.", OXYGEN, false],
  ["Dewar had made enough liquid oxygen for research in Geneva by 1891.", OXYGEN, false],
  ["丹麦老师受到的攻击在2005到2010年间达到了最高水平。", SUIT, false],
  // Figures that are said to be rounded.
  ["The harbour town has about 17.8 million inhabitants.", OXYGEN, true],
  ["The harbour town has more than 17 million inhabitants.", OXYGEN, true],
  ["The harbour town has about 18.8 million inhabitants.", OXYGEN, false],
  ["该镇约有1,778.6万名居民。", "该镇的居民有17,786,419名。", true],
  ["该镇有1,778.6万名居民。", "该镇的居民有17,786,419名。", false],
  ["总市值为1625.84亿欧元。", "Its capitalization was 162,584 million euros.", null],
])("tells other words for the same from others in their place: %j", (claim, text, expected) => {
  expect(judge(claim, text).supported).toBe(expected);
});

const CREW = "The crew positions were titled Commander, Command Module Pilot and Lunar Module Pilot.";
const CREW_ZH = "机组人员职位包括指挥员、指令模块飞行员和月球模块飞行员。";
const LINDE = "第一个商业化制造液氧的方法是由德国工程师Carl von Linde于1895年独立开发的。";
const SATELLITE = "当Sky于1998年推出的时候，这一服务使用的是位于28.5°E轨道位置的卫星，而不是从19.2°E广播的模拟服务。";

test.each([
  // Who names them need not say how many they are, but not a number of others.
  ["The three positions were Commander, Command Module Pilot and Lunar Module Pilot.", CREW, true],
  ["The four positions were Commander, Command Module Pilot and Lunar Module Pilot.", CREW, false],
  ["机组设有三个职位：指挥员、指令模块飞行员以及月球模块飞行员。", CREW_ZH, true],
  ["机组设有五个职位：指挥员、指令模块飞行员以及月球模块飞行员。", CREW_ZH, false],
  // A name as it sounds, with the letters the source has; not one the source does not have.
  ["1895年，林德（Carl von Linde）独立开发了商业化制造液氧的方法。", LINDE, true],
  ["1895年，林德（Karl Bosch）独立开发了商业化制造液氧的方法。", LINDE, false],
  // 1998 is not what is denied of 19.
  ["Sky于1998年推出，使用的是28.5°E的卫星。", SATELLITE, true],
  // What a verb goes with turns nothing round; what says the same stands for it.
  [
    "The company rolled out a service in Lisbon with hundreds of TV channels.",
    "The company launched a service in Lisbon with hundreds of television channels.",
    true,
  ],
  ["除了整数以外的对象必须先编码。", "必须对整数以外的对象进行编码。", true],
])("judges %j by %j as people say it: %s", (sentence, passage, verdict) => {
  expect(judge(sentence, passage).supported).toBe(verdict);
});
