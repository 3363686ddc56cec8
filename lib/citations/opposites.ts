import { stemmer } from "stemmer";

/*
 * Words that turn a sentence round. A claim that has one where its source has the other says the opposite, although nearly
 * all words agree.
 */

const ENGLISH =
  "increase:decrease,decline,reduce,fall,drop,shrink rise:fall,decline,drop,decrease rose:fell,declined,dropped,decreased grow:shrink,decline,fall grew:shrank,declined,fell up:down above:below over:under upper:lower higher:lower,smaller high:low highest:lowest more:less,fewer most:least,fewest many:few large:small big:small,little larger:smaller bigger:smaller largest:smallest biggest:smallest maximum:minimum max:min major:minor long:short longer:shorter longest:shortest strong:weak stronger:weaker strongest:weakest strength:weakness fast:slow faster:slower early:late earlier:later earliest:latest before:after first:last beginning:end,ending start:end,finish,stop begin:end,finish,stop began:ended,finished,stopped started:ended,finished,stopped open:close,shut opened:closed,shut north:south northern:southern east:west eastern:western northeast:southwest,northwest,southeast northwest:southeast,southwest,northeast left:right inside:outside internal:external interior:exterior inner:outer indoor:outdoor public:private old:new,young older:newer,younger oldest:newest,youngest young:old ancient:modern new:old rich:poor male:female man:woman men:women boy:girl father:mother son:daughter husband:wife king:queen brother:sister he:she his:her him:her always:never often:rarely,seldom all:none,some,few every:no both:neither same:different similar:different,dissimilar equal:unequal win:lose,loss won:lost victory:defeat success:failure succeed:fail successful:unsuccessful support:oppose supported:opposed,rejected accept:reject,refuse accepted:rejected,refused approve:reject,refuse approved:rejected,refused allow:forbid,prohibit,ban allowed:forbidden,prohibited,banned permit:forbid,prohibit,ban permitted:forbidden,prohibited,banned include:exclude included:excluded including:excluding agree:disagree positive:negative gain:loss gained:lost profit:loss income:expense,expenditure buy:sell bought:sold purchase:sale lend:borrow lent:borrowed import:export enter:leave,exit entered:left arrive:depart arrived:departed import:export hire:dismiss,fire employer:employee buyer:seller landlord:tenant lessor:lessee debtor:creditor plaintiff:defendant parent:child teacher:student hot:cold warm:cold,cool wet:dry heavy:light dark:light,bright deep:shallow wide:narrow thick:thin hard:soft,easy difficult:easy easy:difficult,hard safe:dangerous,unsafe true:false right:wrong correct:incorrect,wrong good:bad,poor better:worse best:worst cheap:expensive,dear full:empty visible:hidden,invisible legal:illegal possible:impossible direct:indirect active:passive,inactive voluntary:mandatory,compulsory,involuntary optional:mandatory,required,compulsory mandatory:optional,voluntary must:may,can,might shall:may oral:written verbal:written temporary:permanent permanent:temporary partial:complete,full,total complete:partial,incomplete major:minor urban:rural domestic:foreign,international local:foreign,global national:international upstream:downstream forward:backward ahead:behind day:night daytime:nighttime morning:evening,afternoon summer:winter spring:autumn,fall,winter,summer ascend:descend expand:contract,shrink contract:expand encourage:discourage love:hate friend:enemy ally:enemy attack:defend offensive:defensive offense:defense life:death alive:dead born:died birth:death create:destroy created:destroyed build:demolish,destroy built:demolished,destroyed add:remove,subtract added:removed appear:disappear appeared:disappeared presence:absence present:absent with:without conservative:liberal theory:practice major:minor majority:minority minimum:maximum least:most fewer:more less:more superior:inferior senior:junior horizontal:vertical natural:artificial simple:complex,complicated common:rare,uncommon rare:common,frequent known:unknown likely:unlikely able:unable rapid:slow,gradual remember:forget push:pull raise:lower raised:lowered lower:raise weekday:weekend lead:follow,trail front:back,rear top:bottom supply:demand cause:effect odd:even guilty:innocent peace:war solid:liquid,gas acid:alkaline,base only:also reward:punish strengthen:weaken strengthened:weakened improve:worsen,deteriorate improved:worsened,deteriorated lengthen:shorten accelerate:slow,brake upward:downward above:beneath cut:raise,increase,raised,increased extend:shorten extended:shortened postpone:advance delayed:early surplus:deficit fixed:variable,floating stable:volatile regular:irregular hire:dismiss hired:dismissed,fired promote:demote promoted:demoted praise:criticise,criticize praised:criticised,criticized admit:deny admitted:denied confirm:deny confirmed:denied trust:distrust peak:trough overall:partial fulltime:parttime clockwise:counterclockwise,anticlockwise busy:idle tighten:loosen,relax tightened:loosened,relaxed exceed:below at_least:at_most";

const CHINESE =
  "增加:减少,下降,降低 增长:下降,减少,下滑,降低 上升:下降,下跌,降低 上涨:下跌,下降 提高:降低,下降 升高:降低 扩大:缩小 扩张:收缩 加强:减弱,削弱 增强:减弱,削弱 加快:放慢,减慢 加速:减速 延长:缩短 提前:推迟,延后,延迟 之前:之后 以前:以后 前:后 以上:以下 以内:以外 之内:之外 之上:之下 上:下 左:右 内:外 大:小 多:少 高:低 长:短 早:晚 快:慢 强:弱 新:旧,老 好:坏 远:近 轻:重 深:浅 宽:窄 厚:薄 软:硬 冷:热 干:湿 贵:便宜 东:西 南:北 男:女 父:母 子:女 兄:妹 买:卖 买方:卖方 买入:卖出 进:出 进口:出口 收入:支出 盈利:亏损 盈:亏 赢:输 赢得:输掉,失去 获得:失去 胜:败 胜利:失败 成功:失败 支持:反对 同意:反对,拒绝,不同意 赞成:反对 接受:拒绝 批准:驳回,否决,拒绝 通过:否决 允许:禁止 准许:禁止 可以:不得,禁止 包括:不包括,排除 包含:排除 积极:消极 主动:被动 正面:负面 开始:结束,终止,停止 开放:关闭 开启:关闭 打开:关闭 启用:停用 首:末 首次:末次,最后一次 最初:最后,最终 最早:最晚 最大:最小 最高:最低 最多:最少 最长:最短 至少:至多,最多 最少:最多,至多 不少于:不超过,不多于 不低于:不高于,不超过 超过:不足,少于,低于,不到 多于:少于 高于:低于 大于:小于 早于:晚于 大型:小型 大规模:小规模 主要:次要 公共:私人 公有:私有 公立:私立 国有:民营,私营,私有 内部:外部 室内:室外 国内:国外,国际 境内:境外 城市:农村 富裕:贫穷,贫困 富:穷 总是:从不,从未 经常:很少,偶尔 全部:部分,少数 所有:部分,没有 大多数:少数 多数:少数 相同:不同 一致:不一致 相等:不等 直接:间接 必须:可以,无须,不必 强制:自愿 自愿:强制 书面:口头 临时:永久,长期 长期:短期 永久:临时 合法:非法 有效:无效 有限:无限 真:假 正确:错误 正确:不正确 安全:危险 简单:复杂 容易:困难 常见:罕见 已知:未知 可能:不可能 优点:缺点 优势:劣势 强大:弱小 强:弱 出生:去世,逝世 生:死 活:死 创建:摧毁 建立:废除,撤销 添加:删除 加入:退出 雇主:雇员 出租人:承租人 出租:承租 甲方:乙方 借款人:贷款人 债权人:债务人 原告:被告 教师:学生 医生:病人,患者 攻击:防御 进攻:防守 敌人:朋友,盟友 战争:和平 白天:夜晚,夜间 上午:下午 早上:晚上 春季:秋季 夏季:冬季 工作日:周末 自然:人工,人造 单独:共同 保守:自由 水平:垂直 顺利:不顺利 上游:下游 上层:下层 零上:零下 乐观:悲观 先进:落后 先:后 只:也 富有:贫穷 有:没有,无 供应:需求 加:减 正:负 升:降 涨:跌 入:出 存款:取款 聘用:解雇,辞退 雇用:解雇 继续:停止 保留:取消 遵守:违反 拥有:缺乏 熟悉:陌生 削减:增加,提高 缩减:扩大,增加 裁减:增加 率先:最后 首先:最后 首个:最后一个 首批:末批 涨价:降价 加薪:减薪 升职:降职 升级:降级 推迟:提前 迟到:准时,按时 逾期:按时,按期 盈余:赤字 顺差:逆差 集中:分散 增持:减持 利好:利空 宽松:严格 紧张:宽松 公开:保密 透明:保密 免费:收费,付费 有偿:无偿,免费 固定:浮动 稳定:波动 满意:不满 信任:怀疑 承认:否认 肯定:否定 优先:最后 高峰:低谷 旺季:淡季 顺时针:逆时针 正常:异常 完整:残缺 整体:局部 全职:兼职 新建:拆除 恢复:中断 连续:间断";

const table = new Map<string, Set<string>>();
function pair(one: string, other: string, key: (word: string) => string): void {
  for (const [from, to] of [
    [key(one), key(other)],
    [key(other), key(one)],
  ] as const) {
    const known = table.get(from) ?? new Set();
    known.add(to);
    table.set(from, known);
  }
}
for (const [list, key] of [
  [ENGLISH, (word: string) => stemmer(word)],
  [CHINESE, (word: string) => word],
] as const)
  for (const entry of list.split(" ")) {
    const [one, others] = entry.split(":");
    for (const other of others!.split(",")) pair(one!, other, key);
  }

const PREFIXES = ["un", "in", "im", "ir", "il", "dis", "non", "mis"];

/** Opposites of an English word, as stems: those of the table, and with or without a prefix that denies. */
export function englishOpposites(word: string): string[] {
  const found = [...(table.get(stemmer(word)) ?? [])];
  for (const prefix of PREFIXES) {
    found.push(stemmer(prefix + word));
    if (word.startsWith(prefix) && word.length > prefix.length + 3) found.push(stemmer(word.slice(prefix.length)));
  }
  return found;
}

const LONGER = [...table.keys()].filter((word) => /^\p{Script=Han}{2,}$/u.test(word));

/** Words of a Chinese text that have an opposite, wherever a dictionary would cut it. */
export function chineseWithOpposite(text: string): { text: string; from: number; to: number }[] {
  return LONGER.flatMap((word) => {
    const from = text.indexOf(word);
    return from < 0 ? [] : [{ text: word, from, to: from + word.length }];
  });
}

/** Opposites of a Chinese word. */
export function chineseOpposites(word: string): string[] {
  const found = [...(table.get(word) ?? [])];
  // 东北部 and 西北部, 年初 and 年末: one character turns the word.
  if (word.length > 1)
    for (const [at, symbol] of [...word].entries())
      for (const other of table.get(symbol) ?? [])
        if (other.length === 1) found.push(word.slice(0, at) + other + word.slice(at + 1));
  return found;
}
