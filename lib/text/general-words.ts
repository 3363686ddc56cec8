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
  "good great big large small little long short high low new old young early late recent recently former formerly previous previously current currently present presently future next last final finally first initially originally eventually later earlier soon ago always never often frequently usually generally typically commonly normally mostly mainly primarily largely chiefly principal principally main major key important significant notable significantly notably especially particularly specifically exactly approximately roughly about around nearly almost close certain certainly clear clearly likely possible possibly probable probably perhaps actual actually real really true truly together alone separate separately different similar similarly common general particular special specific own whole entire entirely complete completely full fully total totally partial partly well better best further additional additionally extra overall respectively directly indirectly simply easily fast quick quickly slow slowly highly widely strongly fairly relatively able unable available necessary essential useful responsible subject short brief concise due " +
  // Nouns that stand for others, and words about documents.
  "thing things something anything everything nothing someone somebody anyone everybody nobody way ways manner kind kinds type types sort form part parts portion share piece section half rest remainder number numbers amount amounts quantity figure figures level rate degree extent size range group groups set series list member members case cases example examples instance fact facts reason reasons cause result results effect effects outcome consequence purpose goal aim use role function feature features aspect aspects issue issues matter matters point points question problem situation condition conditions event events process activity action actions step steps order place places location site area areas region time times period date day days year years month week moment end beginning start top side person persons people individual individuals human man men woman women name names word words term terms text passage document article report paper source page paragraph sentence author authors quote summary statement information detail details content answer addition contrast comparison regard respect line total sum majority minority variety reach height length weight width duration deal " +
  // Whom and what a document is about: it need not name them itself.
  "company firm organisation organization employee employees staff user users customer customers product products manual guide".trim();

/** One for another: a word of a group stands for each of it. */
const ENGLISH_GROUPS =
  "staff employee worker personnel colleague|company firm business corporation enterprise organisation organization|doctor physician|car automobile vehicle|film movie picture|home house residence|country nation state|city town municipality|child kid|job post position|money fund cash|pupil student|leader head chief boss chair chairman chairwoman chairperson director president|war conflict|holiday vacation leave|agreement contract deal|law act statute legislation|sea ocean|illness disease sickness|error mistake fault|price cost|income revenue earnings turnover|client customer|seller vendor supplier|ship vessel boat|aeroplane airplane aircraft plane|road street|test trial examination exam|annual yearly year|monthly month|daily day|weekly week|fault failure defect breakdown fail|shut closed stood|bank shore|battle fight combat|soldier troop|citizen resident inhabitant population|teacher instructor|school academy|university college|rule regulation|tax levy|worldwide global world|dispute disagreement conflict|deposit|residence dwelling|forest wood|picture image photograph photo|study research investigation|scientist researcher|tool instrument|method technique approach|speed velocity|capital|advantage benefit|drawback disadvantage|flood inundation|heart cardiac|sun solar|moon lunar|water aquatic|rain rainfall|death die dead|birth born|strong strength|king monarch|clergyman priest|reply answer response|request ask|buy purchase acquire|attack assault|kill murder|begin start commence|finish end conclude|receive get obtain|approve consent permission|quit resign|spouse wife husband partner|england english|france french|spain spanish|britain british uk united|greece greek|netherlands dutch holland|switzerland swiss|denmark danish|sweden swedish|poland polish|turkey turkish|ireland irish|wales welsh|scotland scottish scots|finland finnish|portugal portuguese|germany german|norway norwegian|china chinese|japan japanese|usa us america american united|europe european eu|euro eur|percent percentage|bankrupt bankruptcy insolvent insolvency|delay late postpone lateness defer|maker manufacturer producer supplier vendor|delivery deliver shipment ship arrive|lawsuit sue suit litigation|siege besiege|fire burn blaze|household home family|electricity power energy|single one sole only|sea coast offshore ocean|favour favor support back|bid offer tender quote proposal|order purchase|worth value|inhabitant resident live people|deadline due term|fee charge cost price payment|salary wage pay compensation remuneration|repair fix mend maintenance service|patient sufferer|medicine drug medication|architect designer design|renovation refurbishment restoration|admission entry entrance ticket|visitor guest attendee|headquarters seat|subsidiary affiliate|merge merger|acquisition takeover acquire buy purchase|shareholder stockholder investor|debt liability loan|bug defect error flaw|program software application app|file document|record entry|limit maximum cap ceiling|penalty fine|guarantee surety warranty security|liable liability responsible|noon midday|remainder rest balance|remote telework|rail railway train|tram streetcar|taxi cab|receipt invoice bill voucher|portal platform website site|copy scan|clog block|pipe tube hose|execute run launch|disappear remove vanish drop|insurance cover coverage|injury harm wound damage|manager executive management|founder found establish creator|author write writer|winner win award|prize award|pollution contaminate contamination|proof evidence|target goal objective aim|result outcome|start beginning launch opening|opinion view|growth grow increase rise|fall decline decrease reduction drop|choice option|chance opportunity possibility|danger risk hazard|help assistance aid|journey trip travel|guest visitor|meal food|clothes clothing|shop store|flat apartment|lorry truck|lift elevator|petrol gasoline fuel|mobile cellular phone telephone|autumn fall|postal post mail|email mail message|letter mail|building construction build|employment job work|retirement pension|tenant lessee renter|landlord lessor owner|lease rental rent|signature sign|cancel cancellation terminate termination|notice notification notify|complaint complain|payment pay|refund reimburse reimbursement repay|discount reduction rebate|stock inventory|warehouse depot storage|machine device appliance equipment unit|screen display monitor|battery charge|weight weigh|height high tall|width wide|length long|depth deep|age old|size large big|temperature heat|noise sound loud|expert specialist|newcomer new|majority most|minority few|member belong|vote poll ballot|parliament legislature|government administration ministry|minister secretary|mayor|police|lawyer attorney solicitor counsel|judge court|crime offence offense|prison jail|army military troops forces|wound injure|treaty agreement pact|border frontier boundary|capital|harbour harbor port|island isle|mountain mount hill|river stream|valley|farm agricultural agriculture farming|fish fishing fishery|trade commerce|industry industrial|factory plant mill|mine mining|coal|steel iron|tv television|station channel broadcaster";

const CHINESE =
  // Function words and connectives.
  "除了 除去 基本上 基本 大体 大体上 大致 总体上 整体上 换言之 具体来说 其实 当然 显然 果然 居然 毕竟 反而 便是 正是 乃是 即是 算是 便于 有助于 有利于 得益于 归功于 鉴于 出于 趋于 致力于 专注于 着眼于 立足于 排在 排名 位居 居于 名列 位列 跻身 告诉 告知 转告 提醒 提倡 倡导 呼吁 答应 专门 特意 特地 近年 近年来 近几年 几年 多年 多年来 数年 当年 同年 次年 翌年 跟着 随之 接连 陆续 相继 逐渐 逐步 渐渐 慢慢 一度 屡次 多次 再次 再度 重新 各自 分别 一并 一道 一同 怀着 抱着 带着 凭借 依靠 里面 外面 旁边 附近 周围 四周 双方 各方 对方 大家 别人 有人 每人 此人 名字 名称 名叫 取名 得名 算作 当成 看成 归为 列为 列入 划为 定为 评为 选为 写成 做成 制成 达成 促成 " +
  "以及 并且 而且 或者 还是 但是 然而 不过 可是 因为 由于 因此 所以 于是 因而 从而 如果 假如 要是 倘若 虽然 尽管 即使 无论 不论 只要 只有 除非 以便 为了 关于 对于 至于 根据 按照 依据 依照 基于 通过 经过 经由 借助 利用 随着 自从 直到 到了 当时 此时 同时 此外 另外 其中 当中 之中 之间 之后 之前 以后 以前 以来 期间 其他 其它 其余 另一 某些 某个 一些 一种 一个 一位 一名 一样 一般 一直 一起 一共 一定 一旦 一次 一切 一致 部分 大部分 大多数 多数 大多 许多 很多 不少 大量 若干 各种 各个 每个 每次 所有 全部 整个 任何 这个 那个 这些 那些 这种 那种 这样 那样 这里 那里 它们 他们 她们 我们 自己 本身 什么 怎么 如何 怎样 哪些 多少 是否 能否 即可 便可 还要 也就 就会 就是 只是 仍然 仍旧 依然 已经 曾经 曾 正在 将要 将会 即将 现在 目前 如今 当前 今天 后来 最后 最终 最初 起初 首先 其次 然后 接着 随后 不久 此后 之一 之下 之上 以上 以下 左右 大约 大概 约为 将近 接近 几乎 差不多 至少 最多 超过 多达 高达 达到 足足 仅仅 只有 仅有 非常 十分 相当 比较 更加 更为 最为 特别 尤其 极其 较为 有所 有着 有关 相关 等等 例如 比如 譬如 诸如 包括 包含 涵盖 也就是说 换句话说 简而言之 总之 总的来说 事实上 实际上 可见 来说 而言 来看 方面 的话 之所以 原因 缘故 结果 目的 情况 方式 方法 问题 内容 部门 事情 事件 活动 过程 时候 时间 时期 地方 地点 地区 区域 位置 范围 程度 水平 数量 数目 总数 总共 共计 合计 人们 人员 人士 个人 者 " +
  // Verbs of saying, being, having, doing, causing, changing.
  "表示 表明 显示 指出 提到 说明 说到 写到 写道 写明 认为 觉得 称为 称作 称之为 叫做 叫作 被称为 名为 描述 介绍 讲述 记载 报告 报道 宣布 声明 提出 提及 强调 建议 主张 解释 证明 证实 发现 了解 知道 认识 理解 看到 看作 视为 视作 当作 作为 成为 变成 变为 转变 改变 改成 改为 属于 位于 坐落 坐落于 地处 处于 处在 存在 出现 发生 产生 形成 构成 组成 导致 造成 引起 引发 促使 使得 促进 推动 影响 决定 确定 规定 要求 需要 须要 必须 应当 应该 可以 能够 可能 会 允许 准许 许可 同意 批准 接受 得到 获得 取得 收到 拿到 拥有 具有 具备 享有 持有 含有 带有 配有 设有 提供 给予 给出 带来 使用 采用 利用 运用 应用 用于 用来 开始 着手 启动 启用 投入 继续 持续 保持 维持 维护 保护 停止 结束 终止 完成 实现 实施 实行 执行 进行 开展 展开 举行 举办 组织 建立 建造 建成 修建 兴建 创建 创立 成立 设立 设置 设计 制造 制作 制定 生产 创造 发明 开发 发展 研制 发布 公布 发表 出版 推出 发行 负责 管理 领导 带领 担任 出任 任命 当选 选择 选出 挑选 参加 参与 加入 进入 来到 到达 抵达 前往 离开 返回 回到 来自 来源 源于 起源 始于 属 归 增加 增长 上升 上涨 提高 提升 升高 扩大 减少 下降 降低 降至 降到 缩小 升至 增至 减至 帮助 协助 支持 反对 拒绝 避免 防止 禁止 限制 控制 处理 解决 应对 面对 涉及 连接 联系 结合 合作 分为 分成 划分 区分 比较 相比 相较 对比 相当于 等于 占 占据 占到 计算 测量 估计 预计 预期 打算 计划 希望 愿意 想要 试图 尝试 努力 开放 打开 关闭 运行 运营 运作 工作 从事 生活 居住 住在 缴纳 支付 付给 交给 送给 交付 申请 提交 办理 请求 退还 归还 返还 " +
  "重要 主要 关键 首要 核心 显著 明显 巨大 大型 小型 新的 旧的 最大 最小 最高 最低 最早 最新 著名 知名 有名 普遍 广泛 常见 经常 常常 时常 通常 往往 总是 有时 偶尔 逐渐 逐步 迅速 快速 立即 马上 直接 间接 完全 充分 共同 分别 单独 各自 主要是 即 亦 均 皆 都 亦即 可 须 需 逾 约 达 为 由 被 把 将 从 自 至 到 与 和 及 或 而 且 但 则 若 如 因 故 于 在 对 向 往 给 跟 同 以 用 按 据 经 就 也 还 又 再 才 便 即便 却 只 仅 很 更 最 太 较 极 已 曾 正 刚 常 会 能 要 想 让 令 使 有 是 做 作 当 成 得 着 了 过 的 地 之 其 此 该 这 那 每 各 某 所 者 们 个 些 种 样 次 项 位 名 条 件 份 年 月 日 时 中 里 内 上 下 前 后 间 来 去 出 起 开 进 回 说 称 叫 写 看 指 见 知 给 比 等 哪 谁 何 不 没 未 无 非 别 人 完 量 率 性 化 型 类 式 期 号 第 明 请 算 同 异 多 少 高 低 大 小 新 旧 长 短 先 晚 早 需 求 供 受 他 她 它 我 你 您 吗 呢 吧 啊 嘛 处 方 边 面 点 部 分 倘 虽 既 以此 从此 为止 在内 而成 进去 出来 起来 下来 下去 上来 上去 " +
  "文中 文章 文档 文件 文本 原文 本文 该文 材料 资料 段落 作者 内 里面 当中 如下 所述 上述 下述 前述 描写 所说 所示 手册 提醒 依据 除此之外 据此 具体 具体来说 能力 做法 作用 功能 特点 特征 因素 角色 一方 双方 多个 多种 多次 两者 二者 前者 后者 第一 规模 程度上 意味着 看来 从不 从未 相应 对应 属下 下单 下属 期限 以内 重量 长度 高度 宽度 面积 容量 价格 成本 日期 年份 时长 一款 这款 那款 款 道 一道 台 一台 每日 每天 每年 每月 按期 不带 出了 充满 一共有 共有 还有 没有 不是 不能 不会 不可 不得 不同 不允许 不打算 不到 不足 原来 原先 或许 也许 大概 似乎 当地 本地 那边 这边 那里 届时 到时 目前为止 其后 先前 此前 前面 后面 当年 同年 次年 翌年 每逢 凡 一律 必然 势必 势 总而言之 综上 换言之 最为 颇 甚 尚 仍 依旧 迄今 至今 从而 进而 继而 故而 以免 免得 任意 随时 随意 彼此 互相 相互 各方 有关 无关 相应地 同样 类似 例如说 不止 不仅仅 另行 额外 多余 剩余 部分地 一半 半 全 满 够 足 足够 缺 差 好 坏 对 错 真 假 " +
  // Whom and what a document is about: it need not name them itself.
  "公司 企业 单位 员工 职工 用户 客户 产品 金额";

/** Chinese words that say the same. */
const CHINESE_GROUPS =
  "破产 倒闭 资不抵债|供应商 供货商 厂家 厂商 制造商 生产商|推迟 延误 延迟 延期 迟 晚|交货 交付 运抵 送达 到货 抵达|订单 订购 订货 购买|金额 价值 总额 价格 元|报价 出价 投标 标价|便宜 低 低廉|昂贵 贵 高|搬到 迁到 搬迁 迁移 搬 迁|围攻 围城 包围 围|失败 未能 落败 驳回 没能|成功 胜诉 胜利|大火 烧毁 火灾 焚毁|剩下 只剩下 幸存 留下|居民 居住 人口 住户|附近 外 旁 周边 邻近|满足 供 供应 够|岗位 职位 工作 就业|海上 海岸 海|起诉 诉讼 控告 告|售 出售 销售 卖|创办 创立 创始 创建 建立|翻修 装修 修缮 改造|花 耗 耗时 耗资 历时 花费|费用 耗资 花费 成本 开支|出资 支付 付 承担|买票 购票 付费 免费|设计师 设计|不良反应 副作用|患者 病人 病患|服用 使用 吃|药 药物 药品|招募 招收 来自|位 名 人|看不到 无法接触 接触不到|报销 报 提交|出差 行程 差旅|员工 职工 雇员 工作人员 人员|公司 企业 单位 厂|票据 发票 单据 收据|上传 提交 提供|扫描件 扫描 复印件|坐 乘坐 预订 搭乘|联系人 联系|付款 支付 付|上限 最大 限额|起 开始 以来|目前 仍 现在|没有 移除 取消 删除|不受支持 不再支持|问题 漏洞 错误 缺陷|修复 解决 修好|经验 完成 做过|截止 截止时间 期限 前|交到 送达 交给|比重 占 比例|迟到 逾期 晚到|退回 退还 返还|中标 中选|担保 保证金 保函 保证|相当于 等于|大厦 大楼 楼|商人 商贩|铸币 造币|渔业 捕鱼 渔|修建 建设 建造 建|户 家庭|期望 希望 盼望|禁止 不得 不能 严禁|洗 洗涤 清洗 冲洗|堵 堵塞 堵住|收费 免费|每星期 每周 每礼拜|星期日 周日 星期天|星期一 周一|星期二 周二|星期三 周三|星期四 周四|星期五 周五|星期六 周六|电影 影片|汽车 车辆 轿车|飞机 航班 客机|医生 大夫 医师|老师 教师 教员|学生 学员|律师 辩护人|法院 法庭|合同 协议 合约 契约|条款 规定|违约金 罚款 罚金|押金 保证金 定金|租金 房租|租客 承租人 租户 房客|房东 出租人|签字 签署 签名|解除 终止 取消|通知 告知|薪水 工资 薪酬 薪资 报酬|奖金 奖励|假期 休假 年假 假|退休 养老|保险 承保|董事长 董事会主席 主席|总经理 总裁 首席执行官|股东 投资者 投资人|子公司 附属公司 分公司|总部 本部|收购 并购 买下 购入|利润 盈利 收益|营业额 营业收入 营收 收入|债务 负债 欠款|软件 程序 应用|文件 文档 资料|密码 口令|登录 登陆|屏幕 显示屏 显示器|手机 移动电话|电池 续航|仓库 库房|机器 设备 装置|重量 重|高度 高|长度 长|宽度 宽|噪声 噪音|温度 气温|专家 学者|政府 当局|部委 部门 部|警察 公安 警方|军队 部队|战争 战斗 战役|条约 协定|边境 边界 国界|港口 港 码头|河流 河 江|农业 农|工厂 厂|暴雨 大雨|洪水 水灾 淹没|停产 停工 停运|获批 批准 通过|意见 看法 观点|目标 目的|危险 风险|机会 机遇|帮助 援助|旅行 出行 旅游|商店 店铺|公寓 住房|光纤 光缆|线路 路线|会议 会|纪要 记录|理由 原因 因为|酒店 宾馆 旅馆 旅店 住宿|结婚 成婚 婚礼 婚假|上班 工作时间 打卡 考勤|打车 出租车 计程车 网约车|餐补 餐费补贴 伙食补贴 餐卡|电脑 计算机 笔记本|丢 丢失 遗失 弄丢|辞职 离职|试用 试用期|转正 试用期满|生病 病了 病假|请假 休假 事假 病假|体检 健康检查|工资 薪水 薪资 薪酬|公积金 住房公积金|充电 充满|没反应 没有反应 死机";

/** Characters that mark a verb or a quality: two words with one of them at the same place say nearly the same. */
const KIN = new Set(
  "立用得加长建造成称作为定行动入明示取含括展变化改始终止持续认显表增减降升获创设制研发写述指移退交领导管理占住选参运启停产供支付送带引促协助护保防免拒禁限受装牧",
);

/** Family names: a lone character of them that the passage does not have is one. */
const FAMILY = new Set(
  "王李张刘陈杨赵黄周吴徐孙胡朱林郭罗郑梁谢宋唐许韩冯邓曹彭曾萧田董袁潘蒋蔡余杜叶程苏魏吕丁沈姚卢姜崔钟谭陆汪范石廖贾韦傅邹孟熊秦邱侯尹薛闫段雷龙史陶贺顾毛郝龚邵钱严武戴莫孔汤康施洪葛欧阳",
);

/** Family names that are words as well. */
const FAMILY_TOO = new Set("何高马方任白金江常向温安文于包华成时平齐康易万乐");

const ENGLISH_GENERAL = new Set(ENGLISH.split(/\s+/).map(stemmer));
const GROUPS = new Map<string, Set<string>>();
for (const group of ENGLISH_GROUPS.split("|")) {
  const stems = group.split(" ").map(stemmer);
  for (const stem of stems) GROUPS.set(stem, new Set([...(GROUPS.get(stem) ?? []), ...stems]));
}
const CHINESE_KIN = new Map<string, Set<string>>();
for (const group of CHINESE_GROUPS.split("|")) {
  const words = group.split(" ");
  for (const word of words) CHINESE_KIN.set(word, new Set([...(CHINESE_KIN.get(word) ?? []), ...words]));
}
const CHINESE_GENERAL = new Set(CHINESE.split(/\s+/));

/** Whether an English word may be used although the passage does not have it. */
export const isGeneralEnglish = (word: string): boolean => isGeneralStem(stemmer(word));

/** The same for the stem of a word: the stem of a stem may be another one. */
export const isGeneralStem = (stem: string): boolean => ENGLISH_GENERAL.has(stem);

/** Stems that say the same as a word. */
export const kinOfEnglish = (word: string): ReadonlySet<string> => kinOfStem(stemmer(word));

/** The same for the stem of a word. */
export const kinOfStem = (stem: string): ReadonlySet<string> => GROUPS.get(stem) ?? NONE;
const NONE: ReadonlySet<string> = new Set();

/** The same for a Chinese word. */
export function isGeneralChinese(word: string): boolean {
  return CHINESE_GENERAL.has(word);
}

export const isFamilyName = (symbol: string) => FAMILY.has(symbol);

/** Whether characters the dictionary does not join look like somebody's name. */
export const isNameHan = (text: string) =>
  text.length >= 2 && text.length <= 3 && (FAMILY.has(text[0]!) || FAMILY_TOO.has(text[0]!));

/** Chinese words that say the same as a word. */
export function kinOfChinese(word: string): ReadonlySet<string> {
  return CHINESE_KIN.get(word) ?? NONE;
}

/** Whether two words share a character that carries the meaning of a verb or a quality, wherever it stands. */
export const sharesKin = (word: string, other: string) =>
  [...word].some((symbol) => KIN.has(symbol) && other.includes(symbol));

/** Whether a word of two characters shares with a text a character that carries its meaning, at the same place of a word. */
export function hasKinChinese(word: string, words: Iterable<string>): boolean {
  if (word.length !== 2) return false;
  for (const other of words)
    if (other.length === 2 && other !== word)
      for (const at of [0, 1]) if (other[at] === word[at] && KIN.has(word[at]!)) return true;
  return false;
}
