import { stemmer } from "stemmer";

/*
 * Words with which one says the same thing differently: an answer may use them although its passage does not. Everything
 * else of a claim (names, things, places) has to be in the passage. Kept by hand; by stem in English.
 */

const ENGLISH =
  // Pronouns, articles, prepositions, conjunctions.
  "a an the this that these those it its itself he him his himself she her hers herself they them their theirs themselves we us our you your i me my one ones who whom whose which what when where why how whether if then else than as so such same other another others each every both either neither any some all most more less many much few fewer several various numerous of in on at by for from to into onto upon with without within through throughout during until till since before after above below over under between among amongst across along around about against toward towards behind beside besides beyond near off out up down per via due owing despite regardless concerning regarding and or but nor yet also too very quite rather just only even still already again once twice ever ahead advance here there now today therefore thus hence however nevertheless nonetheless moreover furthermore meanwhile otherwise instead although though while whereas because unless " +
  // Auxiliaries and the plainest verbs.
  "be am is are was were been being have has had having do does did done doing can could will would shall should may might must ought need needs let make makes made making get gets got gotten give gives gave given take takes took taken go goes went gone going come comes came coming put set keep keeps kept hold holds held let leave leaves left bring brings brought become becomes became turn turned remain stay begin begins began begun start started continue continued end ended stop stopped happen happened occur occurred exist existed appear appeared seem seemed look " +
  // Saying, showing, thinking.
  "say says said saying tell tells told state states stated note notes noted mention mentioned describe describes described explain explains explained report reported add added claim claimed argue argued suggest suggested indicate indicated show shows showed shown demonstrate demonstrated reveal revealed confirm confirmed declare declared announce announced express point refer referred call called name named term termed know known think thought believe believed consider considered regard regarded view viewed see seen saw find finds found discover discovered mean means meant understand understood decide decides decided determine determined define defined specify specified according accordingly " +
  // Doing, causing, changing, having.
  "use uses used utilise utilised utilize utilized employ employed apply applied adopt adopted provide provided offer offered supply supplied create created produce produced build built construct constructed establish established found founded form formed develop developed design designed write wrote written work worked serve served act acted help helped assist assisted support aid enable enabled allow allowed permit permitted let require required need needed demand cause caused lead leads led result resulted resulting bring affect affected influence change changed alter altered modify modified convert transform increase increased rise rose risen grow grew grown expand expanded decrease decreased reduce reduced decline declined fall fell fallen drop dropped go move moved transfer send sent receive received obtain obtained gain gained acquire acquired get win won lose lost reach reached arrive arrived achieve achieved attain complete completed finish finished accomplish perform performed carry carried conduct conducted run ran operate operated handle handled manage managed control controlled head headed direct directed govern governed own owned possess possessed belong belonged include included including contain contained comprise comprised consist consisted involve involved cover covered feature featured represent represented account accounted constitute locate located situate situated lie lies lay stand stood live lived reside resided inhabit base based settle settled place placed join joined meet met follow followed accompany play played participate participated attend attended choose chose chosen select selected appoint appointed elect elected receive pay paid cost spend spent buy bought purchase purchased sell sold deliver delivered return returned give back hold open opened close closed begin try tried attempt attempted aim want wanted wish wished intend intended plan planned expect expected hope prefer agree agreed accept accepted approve approved reject rejected refuse deny protect protected keep save maintain maintained preserve remove removed replace replaced link linked connect connected relate related associate associated combine combined separate separated divide divided share shared compare compared differ exceed exceeded equal amount total count counted measure measured estimate estimated last lasted take charge arise emerge emerged introduce introduced publish published release released issue issued launch launched invent invented author occur shape influence reside prove proved ensure ensured prevent prevented avoid depend depended relate face faced deal treat treated fix handle raise raised allow expire expired terminate settle resolve resolved " +
  // Qualities and degrees.
  "good great big large small little long short high low new old young early late recent recently former formerly previous previously current currently present presently future next last final finally first initially originally eventually later earlier soon ago always never often frequently usually generally typically commonly normally mostly mainly primarily largely chiefly principal principally main major key important significant notable significantly notably especially particularly specifically exactly approximately roughly about around nearly almost close certain certainly clear clearly likely possible possibly probable probably perhaps actual actually real really true truly together alone separate separately different similar similarly common general particular special specific own whole entire entirely complete completely full fully total totally partial partly well better best further additional additionally extra overall respectively directly indirectly simply easily quickly slowly highly widely strongly fairly relatively able unable available necessary essential useful responsible subject short brief concise due " +
  // Nouns that stand for others, and words about documents.
  "thing things something anything everything nothing someone somebody anyone everybody nobody way ways manner kind kinds type types sort form part parts portion share piece section half rest remainder number numbers amount amounts quantity figure figures level rate degree extent size range group groups set series list member members case cases example examples instance fact facts reason reasons cause result results effect effects outcome consequence purpose goal aim use role function feature features aspect aspects issue issues matter matters point points question problem situation condition conditions event events process activity action actions step steps order place places location site area areas region time times period date day days year years month week moment end beginning start top side person persons people individual individuals human man men woman women name names word words term terms text passage document article report paper source page paragraph sentence author authors quote summary statement information detail details content answer addition contrast comparison regard respect line total sum majority minority variety reach height length weight width duration deal ".trim();

/** One for another: a word of a group stands for each of it. */
const ENGLISH_GROUPS =
  "staff employee worker personnel colleague|company firm business corporation enterprise organisation organization|doctor physician|car automobile vehicle|film movie picture|home house residence|country nation state|city town municipality|child kid|job post position|money fund cash|pupil student|leader head chief boss chair chairman chairwoman chairperson director president|war conflict|holiday vacation leave|agreement contract deal|law act statute legislation|sea ocean|illness disease sickness|error mistake fault|price cost|income revenue earnings turnover|client customer|seller vendor supplier|ship vessel boat|aeroplane airplane aircraft plane|road street|test trial examination exam|annual yearly year|monthly month|daily day|weekly week|fault failure defect breakdown fail|shut closed stood|bank shore|battle fight combat|soldier troop|citizen resident inhabitant population|teacher instructor|school academy|university college|rule regulation|tax levy|worldwide global world|dispute disagreement conflict|deposit|residence dwelling|forest wood|picture image photograph photo|study research investigation|scientist researcher|tool instrument|method technique approach|speed velocity|capital|advantage benefit|drawback disadvantage|flood inundation|heart cardiac|sun solar|moon lunar|water aquatic|rain rainfall|death die dead|birth born|strong strength|king monarch|clergyman priest|reply answer response|request ask|buy purchase acquire|attack assault|kill murder|begin start commence|finish end conclude|receive get obtain|approve consent permission|quit resign|spouse wife husband partner|england english|france french|spain spanish|britain british uk united|greece greek|netherlands dutch holland|switzerland swiss|denmark danish|sweden swedish|poland polish|turkey turkish|ireland irish|wales welsh|scotland scottish scots|finland finnish|portugal portuguese|germany german|norway norwegian|china chinese|japan japanese|usa us america american united|europe european eu|euro eur|percent percentage";

const CHINESE =
  // Function words and connectives.
  "以及 并且 而且 或者 还是 但是 然而 不过 可是 因为 由于 因此 所以 于是 因而 从而 如果 假如 要是 倘若 虽然 尽管 即使 无论 不论 只要 只有 除非 以便 为了 关于 对于 至于 根据 按照 依据 依照 基于 通过 经过 经由 借助 利用 随着 自从 直到 到了 当时 此时 同时 此外 另外 其中 当中 之中 之间 之后 之前 以后 以前 以来 期间 其他 其它 其余 另一 某些 某个 一些 一种 一个 一位 一名 一样 一般 一直 一起 一共 一定 一旦 一次 一切 一致 部分 大部分 大多数 多数 大多 许多 很多 不少 大量 若干 各种 各个 每个 每次 所有 全部 整个 任何 这个 那个 这些 那些 这种 那种 这样 那样 这里 那里 它们 他们 她们 我们 自己 本身 什么 怎么 如何 怎样 哪些 多少 是否 能否 即可 便可 还要 也就 就会 就是 只是 仍然 仍旧 依然 已经 曾经 曾 正在 将要 将会 即将 现在 目前 如今 当前 今天 后来 最后 最终 最初 起初 首先 其次 然后 接着 随后 不久 此后 之一 之下 之上 以上 以下 左右 大约 大概 约为 将近 接近 几乎 差不多 至少 最多 超过 多达 高达 达到 足足 仅仅 只有 仅有 非常 十分 相当 比较 更加 更为 最为 特别 尤其 极其 较为 有所 有着 有关 相关 等等 例如 比如 譬如 诸如 包括 包含 涵盖 也就是说 换句话说 简而言之 总之 总的来说 事实上 实际上 可见 来说 而言 来看 方面 的话 之所以 原因 缘故 结果 目的 情况 方式 方法 问题 内容 部门 事情 事件 活动 过程 时候 时间 时期 地方 地点 地区 区域 位置 范围 程度 水平 数量 数目 总数 总共 共计 合计 人们 人员 人士 个人 者 " +
  // Verbs of saying, being, having, doing, causing, changing.
  "表示 表明 显示 指出 提到 说明 说到 写到 写道 写明 认为 觉得 称为 称作 称之为 叫做 叫作 被称为 名为 描述 介绍 讲述 记载 报告 报道 宣布 声明 提出 提及 强调 建议 主张 解释 证明 证实 发现 了解 知道 认识 理解 看到 看作 视为 视作 当作 作为 成为 变成 变为 转变 改变 改成 改为 属于 位于 坐落 坐落于 地处 处于 处在 存在 出现 发生 产生 形成 构成 组成 导致 造成 引起 引发 促使 使得 促进 推动 影响 决定 确定 规定 要求 需要 须要 必须 应当 应该 可以 能够 可能 会 允许 准许 许可 同意 批准 接受 得到 获得 取得 收到 拿到 拥有 具有 具备 享有 持有 含有 带有 配有 设有 提供 给予 给出 带来 使用 采用 利用 运用 应用 用于 用来 开始 着手 启动 启用 投入 继续 持续 保持 维持 维护 保护 停止 结束 终止 完成 实现 实施 实行 执行 进行 开展 展开 举行 举办 组织 建立 建造 建成 修建 兴建 创建 创立 成立 设立 设置 设计 制造 制作 制定 生产 创造 发明 开发 发展 研制 发布 公布 发表 出版 推出 发行 负责 管理 领导 带领 担任 出任 任命 当选 选择 选出 挑选 参加 参与 加入 进入 来到 到达 抵达 前往 离开 返回 回到 来自 来源 源于 起源 始于 属 归 增加 增长 上升 上涨 提高 提升 升高 扩大 减少 下降 降低 降至 降到 缩小 升至 增至 减至 帮助 协助 支持 反对 拒绝 避免 防止 禁止 限制 控制 处理 解决 应对 面对 涉及 连接 联系 结合 合作 分为 分成 划分 区分 比较 相比 相较 对比 相当于 等于 占 占据 占到 计算 测量 估计 预计 预期 打算 计划 希望 愿意 想要 试图 尝试 努力 开放 打开 关闭 运行 运营 运作 工作 从事 生活 居住 住在 缴纳 支付 付给 交给 送给 交付 申请 提交 办理 请求 退还 归还 返还 " +
  "重要 主要 关键 首要 核心 显著 明显 巨大 大型 小型 新的 旧的 最大 最小 最高 最低 最早 最新 著名 知名 有名 普遍 广泛 常见 经常 常常 时常 通常 往往 总是 有时 偶尔 逐渐 逐步 迅速 快速 立即 马上 直接 间接 完全 充分 共同 分别 单独 各自 主要是 即 亦 均 皆 都 亦即 可 须 需 逾 约 达 为 由 被 把 将 从 自 至 到 与 和 及 或 而 且 但 则 若 如 因 故 于 在 对 向 往 给 跟 同 以 用 按 据 经 就 也 还 又 再 才 便 即便 却 只 仅 很 更 最 太 较 极 已 曾 正 刚 常 会 能 要 想 让 令 使 有 是 做 作 当 成 得 着 了 过 的 地 之 其 此 该 这 那 每 各 某 所 者 们 个 些 种 样 次 项 位 名 条 件 份 年 月 日 时 中 里 内 上 下 前 后 间 来 去 出 起 开 进 回 说 称 叫 写 看 指 见 知 给 比 等 哪 谁 何 不 没 未 无 非 别 人 完 量 率 性 化 型 类 式 期 号 第 明 请 算 同 异 多 少 高 低 大 小 新 旧 长 短 先 晚 早 需 求 供 受 他 她 它 我 你 您 吗 呢 吧 啊 嘛 处 方 边 面 点 部 分 倘 虽 既 以此 从此 为止 在内 而成 进去 出来 起来 下来 下去 上来 上去 " +
  "文中 文章 文档 文件 文本 原文 本文 该文 材料 资料 段落 作者 内 里面 当中 如下 所述 上述 下述 前述 描写 所说 所示 手册 提醒 依据 除此之外 据此 具体 具体来说 能力 做法 作用 功能 特点 特征 因素 角色 一方 双方 多个 多种 多次 两者 二者 前者 后者 第一 规模 程度上 意味着 看来 从不 从未 相应 对应 属下 下单 下属 期限 以内 重量 长度 高度 宽度 面积 容量 价格 成本 日期 年份 时长 一款 这款 那款 款 道 一道 台 一台 每日 每天 每年 每月 按期 不带 出了 充满 一共有 共有 还有 没有 不是 不能 不会 不可 不得 不同 不允许 不打算 不到 不足";

/** Characters that mark a verb or a quality: two words with one of them at the same place say nearly the same. */
const KIN = new Set(
  "立用得加长建造成称作为定行动入明示取含括展变化改始终止持续认显表增减降升获创设制研发写述指移退交领导管理占住选参运启停产供支付送带引促协助护保防免拒禁限",
);

/** Family names: a lone character of them that the passage does not have is one. */
const FAMILY = new Set(
  "王李张刘陈杨赵黄周吴徐孙胡朱林郭罗郑梁谢宋唐许韩冯邓曹彭曾萧田董袁潘蒋蔡余杜叶程苏魏吕丁沈姚卢姜崔钟谭陆汪范石廖贾韦傅邹孟熊秦邱侯尹薛闫段雷龙史陶贺顾毛郝龚邵钱严武戴莫孔汤康施洪葛欧阳",
);

const ENGLISH_GENERAL = new Set(ENGLISH.split(/\s+/).map(stemmer));
const GROUPS = new Map<string, Set<string>>();
for (const group of ENGLISH_GROUPS.split("|")) {
  const stems = group.split(" ").map(stemmer);
  for (const stem of stems) GROUPS.set(stem, new Set([...(GROUPS.get(stem) ?? []), ...stems]));
}
const CHINESE_GENERAL = new Set(CHINESE.split(/\s+/));

/** Whether an English word may be used although the passage does not have it. */
export function isGeneralEnglish(word: string): boolean {
  return ENGLISH_GENERAL.has(stemmer(word));
}

/** Stems that say the same as a word. */
export function kinOfEnglish(word: string): ReadonlySet<string> {
  return GROUPS.get(stemmer(word)) ?? NONE;
}
const NONE: ReadonlySet<string> = new Set();

/** The same for a Chinese word. */
export function isGeneralChinese(word: string): boolean {
  return CHINESE_GENERAL.has(word);
}

export const isFamilyName = (symbol: string) => FAMILY.has(symbol);

/** Whether a word of two characters shares with a text a character that carries its meaning, at the same place of a word. */
export function hasKinChinese(word: string, words: Iterable<string>): boolean {
  if (word.length !== 2) return false;
  for (const other of words)
    if (other.length === 2 && other !== word)
      for (const at of [0, 1]) if (other[at] === word[at] && KIN.has(word[at]!)) return true;
  return false;
}
