/** What a number counts: units of one dimension are compared by their factor. */
export interface Unit {
  dimension: string;
  factor: number;
}

/** By dimension: a factor and the names of a unit in both languages. Names that are words of their own go by the longest. */
const TABLE: Readonly<Record<string, readonly (readonly [number, string])[]>> = {
  length: [
    [1e3, "km kilometer kilometre kilometers kilometres 公里 千米"],
    [1, "m meter metre meters metres 米"],
    [1e-2, "cm centimeter centimetre centimeters centimetres 厘米"],
    [1e-3, "mm millimeter millimetre millimeters millimetres 毫米"],
    [1609.344, "mile miles mi 英里"],
    [0.3048, "foot feet ft 英尺"],
    [0.0254, "inch inches 英寸"],
    [0.9144, "yard yards 码"],
  ],
  area: [
    [1e4, "ha hectare hectares 公顷"],
    [4046.8564224, "acre acres 英亩"],
    [1e6, "km2 平方公里 平方千米"],
    [1, "m2 平方米"],
    [2589988.110336, "平方英里"],
    [666.6666667, "亩"],
  ],
  mass: [
    [1e3, "kg kilogram kilograms kilo kilos 千克 公斤"],
    [1, "g gram grams gramme grammes 克"],
    [1e-3, "mg milligram milligrams 毫克"],
    [1e6, "t ton tons tonne tonnes 吨"],
    [1e15, "gt gigaton gigatons gigatonne gigatonnes"],
    [28.349523125, "oz ounce ounces 盎司"],
  ],
  volume: [
    [1, "l litre liter litres liters 升"],
    [1e-3, "ml millilitre milliliter millilitres milliliters 毫升"],
    [1e3, "m3 立方米"],
    [3.785411784, "gallon gallons 加仑"],
    [158.987294928, "barrel barrels 桶"],
  ],
  time: [
    [1e-3, "ms millisecond milliseconds 毫秒"],
    [1, "s sec second seconds 秒 秒钟"],
    [60, "min mins minute minutes 分钟"],
    [3600, "h hr hrs hour hours 小时"],
    [86_400, "day days 天"],
    [604_800, "week weeks 周 星期 个星期"],
  ],
  calendar: [
    [1, "month months 个月"],
    [12, "year years yr yrs 年 岁"],
    [120, "decade decades"],
  ],
  century: [[1, "century centuries 世纪"]],
  dollar: [[1, "dollar dollars usd $ us$ 美元 美金"]],
  euro: [[1, "euro euros eur € 欧元"]],
  yuan: [[1, "yuan rmb cny renminbi 元 人民币"]],
  yen: [[1, "yen jpy 日元"]],
  // Of weight and of money: no text has both for one number.
  pound: [[1, "pound pounds gbp £ 英镑 lb lbs 磅"]],
  franc: [[1, "franc francs chf 瑞士法郎 法郎"]],
  part: [[1, "% percent per cent pct 个百分点 percentage points percentage point"]],
  celsius: [[1, "°c ℃ degrees celsius degree celsius 摄氏度"]],
  fahrenheit: [[1, "°f ℉ degrees fahrenheit 华氏度"]],
  data: [
    [1e3, "kb 千字节"],
    [1e6, "mb"],
    [1e9, "gb"],
    [1e12, "tb"],
  ],
  power: [
    [1, "w watt watts 瓦"],
    [1e3, "kw kilowatt kilowatts 千瓦"],
    [1e6, "mw megawatt megawatts 兆瓦"],
  ],
  voltage: [
    [1, "v volt volts 伏"],
    [1e3, "kv 千伏"],
  ],
  pressure: [
    [1e5, "bar 巴"],
    [1, "pa 帕"],
    [1e3, "kpa 千帕"],
    [1e6, "mpa 兆帕"],
  ],
  frequency: [
    [1, "hz 赫兹"],
    [1e6, "mhz 兆赫"],
    [1e9, "ghz"],
  ],
  speed: [
    [1, "km/h kph kilometers per hour kilometres per hour 公里每小时 公里/小时 千米/小时"],
    [1.609344, "mph miles per hour 英里/小时 英里每小时"],
  ],
  people: [[1, "people persons person 人 名 位"]],
  times: [[1, "times 次"]],
  score: [[1, "分"]],
  buildings: [[1, "座 栋 幢"]],
  machines: [[1, "台 架 辆 艘"]],
};
/** What things are counted by in Chinese; other languages, and 个, leave it out. */
const COUNTERS = new Set(["people", "times", "score", "buildings", "machines"]);
export const isCounter = (dimension: string | null) => dimension !== null && COUNTERS.has(dimension);

/** Two words that one entry of the table holds. */
const PAIRS = [
  "per cent",
  "percentage points",
  "percentage point",
  "degrees celsius",
  "degree celsius",
  "degrees fahrenheit",
  "kilometers per hour",
  "kilometres per hour",
  "miles per hour",
];
const UNITS = new Map<string, Unit>();
for (const [dimension, rows] of Object.entries(TABLE))
  for (const [factor, names] of rows) {
    let rest = names;
    for (const pair of PAIRS)
      if (rest.includes(pair)) {
        UNITS.set(pair, { dimension, factor });
        rest = rest.replace(pair, " ");
      }
    for (const name of rest.split(" ").filter(Boolean)) UNITS.set(name, { dimension, factor });
  }

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll("/", "\\s?/\\s?");
const byLength = [...UNITS.keys()].sort((a, b) => b.length - a.length);
const isHan = (name: string) => /\p{Script=Han}/u.test(name);
const latin = byLength.filter((name) => /^[a-z]/.test(name)).map(escaped);
const signs = byLength.filter((name) => !/^[a-z]/.test(name) && !isHan(name)).map(escaped);
const han = byLength.filter(isHan).map(escaped);
const CUBED = "(?:square|sq\\.?|cubic|cu\\.?)\\s+";
const BEHIND = new RegExp(
  `^(?:[\\s-]?(${CUBED})?(${latin.join("|")})(?![\\p{Script=Latin}\\d/])|\\s?(${signs.join("|")})|\\s?(?:多|余|左右)?(${han.join("|")}))`,
  "iu",
);
const BEFORE = /(us\$|usd|eur|gbp|cny|rmb|chf|jpy|[$€£])\s?$/i;

/** Whether a word is the name of a unit. */
export const isUnitName = (word: string) => UNITS.has(word.toLowerCase());

/** The unit right behind a number, or the currency right before it. */
export function unitAt(text: string, { from, to }: { from: number; to: number }): (Unit & { to: number }) | null {
  const before = BEFORE.exec(text.slice(Math.max(0, from - 4), from));
  const money = before && UNITS.get(before[1]!.toLowerCase())!;
  // £30m
  const short = money && /^\s?(k|m|b)(?![\p{L}\d])/iu.exec(text.slice(to, to + 3));
  if (money && short)
    return {
      dimension: money.dimension,
      factor: { k: 1e3, m: 1e6, b: 1e9 }[short[1]!.toLowerCase()]!,
      to: to + short[0].length,
    };
  const behind = BEHIND.exec(text.slice(to, to + 32));
  if (behind) {
    const [whole, power, word, sign, chinese] = behind;
    const unit = UNITS.get((word ?? sign ?? chinese)!.toLowerCase().replace(/\s*\/\s*/, "/"))!;
    const end = to + whole.length;
    if (!power) return { ...unit, to: end };
    const exponent = /^sq/i.test(power) ? 2 : 3;
    // A litre is a thousandth of a cubic metre.
    const factor = unit.factor ** exponent * (exponent === 3 ? 1e3 : 1);
    return { dimension: exponent === 2 ? "area" : "volume", factor, to: end };
  }
  return money ? { ...money, to } : null;
}
