/** What is asked of the bases themselves, which their catalogue knows and no slice says (spec G5). */
export const CATALOGUE_ASKS = ["count", "list", "newest", "owner"] as const;
export type CatalogueAsk = (typeof CATALOGUE_ASKS)[number];

export type Intent = { kind: "content" } | { kind: "talk" } | { kind: "catalogue"; ask: CatalogueAsk };

/*
 * Only whole sentences that can mean nothing else are taken by rules: "how many documents do I need for a visa" asks what
 * the documents say. The base is named, or nothing but files is.
 */
const BASE_ZH = "(?:(?:这个|该|本|此|所选的?|这些|当前)?(?:知识库|资料库|库)(?:里面|里|中|内)?)";
const FILES_ZH = "(?:文件|文档|资料)";
const END_ZH = "(?:呢|啊|呀|吗)?[？?。！!\\s]*$";
const BASE_EN = "(?:(?:this|the|these|that|my|our|selected|your) )*(?:knowledge )?(?:bases?|library)";
const FILES_EN = "(?:files|documents|docs)";
const IN_EN = `(?: (?:are )?(?:there )?(?:in|of|from) ${BASE_EN}| (?:are )?(?:there|here)| do you have)`;
const END_EN = "\\W*$";

const rule = (pattern: string) => new RegExp(pattern, "iu");
const RULES: readonly (readonly [CatalogueAsk, RegExp])[] = [
  [
    "count",
    rule(
      `^(?:请问)?${BASE_ZH}?(?:现在|目前)?(?:一共|总共|共)?(?:有|包含|收录了?)(?:多少|几)(?:个|份|篇)?${FILES_ZH}${END_ZH}`,
    ),
  ],
  ["count", rule(`^${BASE_ZH}的?${FILES_ZH}(?:数量|总数)(?:是|有)?(?:多少|几个)?${END_ZH}`)],
  ["count", rule(`^how many ${FILES_EN}(?: (?:are|is))?${IN_EN}${END_EN}`)],
  ["count", rule(`^how many ${FILES_EN} do(?:es)? ${BASE_EN} (?:have|hold|contain)${END_EN}`)],
  [
    "newest",
    rule(
      `^(?:请问)?${BASE_ZH}?(?:最新|最近)(?:上传|更新|添加|加入|入库)?的?${FILES_ZH}(?:是|有)?(?:哪个|哪些|什么|哪几个|哪份)?${END_ZH}`,
    ),
  ],
  [
    "newest",
    rule(
      `^(?:what|which)(?: is| are)? (?:the )?(?:newest|latest|most recent(?:ly (?:added|uploaded))?|last added) (?:files?|documents?|docs?)${IN_EN}?${END_EN}`,
    ),
  ],
  [
    "list",
    rule(
      `^(?:请|帮我)?(?:列出|列举|展示|看看)(?:一下)?${BASE_ZH}?的?(?:所有|全部)?的?${FILES_ZH}(?:清单|列表|名称)?${END_ZH}`,
    ),
  ],
  ["list", rule(`^(?:请问)?${BASE_ZH}(?:都)?(?:有|包含|收录了?)(?:哪些|什么)${FILES_ZH}${END_ZH}`)],
  ["list", rule(`^(?:please )?(?:list|show)(?: me)?(?: all)?(?: the)? ${FILES_EN}${IN_EN}?${END_EN}`)],
  ["list", rule(`^(?:what|which) ${FILES_EN}(?: are)?${IN_EN}${END_EN}`)],
  ["owner", rule(`^(?:请问)?${BASE_ZH}(?:是|由)?(?:谁|哪位)(?:的|创建的?|负责的?|维护的?|管理的?|所有)${END_ZH}`)],
  ["owner", rule(`^(?:请问)?${BASE_ZH}的?(?:所有者|负责人|管理员|创建者|创建人)是(?:谁|哪位)${END_ZH}`)],
  [
    "owner",
    rule(
      `^(?:请问)?(?:谁|哪位)(?:是|在)?(?:负责|维护|管理|拥有|创建)?了?${BASE_ZH}的?(?:所有者|负责人|管理员|创建者)?${END_ZH}`,
    ),
  ],
  [
    "owner",
    rule(
      `^who (?:owns|maintains|manages|created|runs|looks after|is responsible for|is the owner of) ${BASE_EN}${END_EN}`,
    ),
  ],
];
const TALK =
  /^(?:你好|您好|早上好|下午好|晚上好|谢谢|谢谢你|多谢|再见|好的|hi|hello|hey|good (?:morning|afternoon|evening)|thanks|thank you|bye|ok|okay)(?: there)?[\s!！。.~～,，]*$/iu;

/** What a question is after, as far as plain rules can tell. */
export function intentOf(question: string): Intent {
  const text = question.trim().replace(/\s+/g, " ");
  if (TALK.test(text)) return { kind: "talk" };
  const found = RULES.find(([, pattern]) => pattern.test(text));
  return found ? { kind: "catalogue", ask: found[0] } : { kind: "content" };
}
