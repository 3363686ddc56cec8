import type { Locale } from "@/lib/i18n/locales";
import type { PromptKey } from "./kinds";

/** What every prompt says where nobody wrote another one. What a node answers is read as JSON. */
export const DEFAULT_TEMPLATES: Readonly<Record<Locale, Readonly<Record<PromptKey, string>>>> = {
  zh_CN: {
    answer: `{{passages}}

问题：{{question}}`,
    keywordExtract: `把下面的问题改写成搜索引擎能用的查询。

- 每条查询独立成句，不用“它”“上面说的”之类的指代。
- 保留专有名词、型号、年份和地名，去掉客套话。
- 从不同角度各写一条，不要只换同义词。

<question>
{{question}}
</question>

只回答 JSON：{"queries":["……"]}`,
    summary: `用三到五句话概括下面这些资料对问题的回答。只写资料里有的内容；资料互相矛盾时，两种说法都写，并说明哪个更新。

<question>
{{question}}
</question>

{{passages}}

只回答 JSON：{"summary":"……"}`,
    deepQuestion: `读者已经看过下面的回答。请提出最多五个能继续深入的问题。

- 每个问题独立成句，不超过 40 个字。
- 问回答没有说清、值得核实或自然会接着问的内容。
- 不要重复原来的问题，也不要问回答里已经有的内容。

<question>
{{question}}
</question>

<answer>
{{answer}}
</answer>

{{passages}}

只回答 JSON：{"questions":["……"]}`,
    mindMap: `把下面的回答整理成思维导图：一个中心主题，向下最多三层。

- 每个节点是短语，不超过 20 个字；需要补充时写进 detail。
- parent 是上级节点的 id，中心主题的 parent 为 null；上级写在下级前面。
- passages 写支持这个节点的资料编号。没有资料支持的节点不要写。

<question>
{{question}}
</question>

<answer>
{{answer}}
</answer>

{{passages}}

只回答 JSON：{"items":[{"id":1,"parent":null,"text":"……","detail":"","passages":[1]}]}`,
    eventExtract: `从下面的资料里找出与问题有关的事件，按时间排列。

- text 用一句话说明发生了什么；detail 写必要的补充。
- date 写成 YYYY、YYYY-MM 或 YYYY-MM-DD，资料没有写明时间的事件不要写。
- passages 写提到这个事件的资料编号。同一事件只写一次。

<question>
{{question}}
</question>

{{passages}}

只回答 JSON：{"items":[{"id":1,"date":"2026-03","text":"……","detail":"","passages":[1]}]}`,
    entityExtract: `从下面的资料里找出与问题有关的人物、机构、地点、产品和法规等实体。

- text 写资料里的全称；detail 用一句话说明它与问题的关系。
- type 用一个词说明种类，例如“人物”“机构”“地点”“产品”“法规”。
- passages 写提到它的资料编号。同一实体的不同叫法合并成一个。

<question>
{{question}}
</question>

{{passages}}

只回答 JSON：{"items":[{"id":1,"type":"机构","text":"……","detail":"","passages":[1]}]}`,
    reflectAnswer: `检查下面的资料是否足以回答问题，找出还缺什么。

- 缺的内容写成新的搜索查询，每条独立成句，最多三条。
- 资料已经足够，或者再搜也不会更好时，给出空列表。

<question>
{{question}}
</question>

<answer>
{{answer}}
</answer>

{{passages}}

只回答 JSON：{"queries":["……"]}`,
  },
  en_US: {
    answer: `{{passages}}

Question: {{question}}`,
    keywordExtract: `Turn the question below into queries for a search engine.

- Each query stands by itself: no "it", no "the above".
- Keep names, model numbers, years and places; leave out courtesies.
- Write one query for each angle instead of synonyms of one.

<question>
{{question}}
</question>

Answer with JSON only: {"queries":["…"]}`,
    summary: `Sum up in three to five sentences what the passages below say about the question. Write only what stands in them. Where they contradict each other, give both statements and say which one is newer.

<question>
{{question}}
</question>

{{passages}}

Answer with JSON only: {"summary":"…"}`,
    deepQuestion: `The reader has seen the answer below. Suggest at most five questions that lead deeper.

- Each question stands by itself and has at most 20 words.
- Ask what the answer leaves open, what should be verified, or what one would naturally ask next.
- Do not repeat the question, and do not ask what the answer already says.

<question>
{{question}}
</question>

<answer>
{{answer}}
</answer>

{{passages}}

Answer with JSON only: {"questions":["…"]}`,
    mindMap: `Arrange the answer below as a mind map: one topic in the centre and at most three levels below it.

- Each node is a short phrase of at most 8 words; put what needs more words into detail.
- parent is the id of the node above, null for the topic in the centre. A node stands after the one above it.
- passages holds the numbers of the passages that bear the node out. Leave out nodes without one.

<question>
{{question}}
</question>

<answer>
{{answer}}
</answer>

{{passages}}

Answer with JSON only: {"items":[{"id":1,"parent":null,"text":"…","detail":"","passages":[1]}]}`,
    eventExtract: `Find the events in the passages below that matter to the question, in the order of time.

- text says in one sentence what happened; detail holds what else is needed.
- date is YYYY, YYYY-MM or YYYY-MM-DD. Leave out events whose date is not told.
- passages holds the numbers of the passages that tell of the event. Write each event once.

<question>
{{question}}
</question>

{{passages}}

Answer with JSON only: {"items":[{"id":1,"date":"2026-03","text":"…","detail":"","passages":[1]}]}`,
    entityExtract: `Find the people, organisations, places, products, laws and other entities in the passages below that matter to the question.

- text is the full name as the passages have it; detail says in one sentence what it has to do with the question.
- type is one word for its kind, such as "person", "organisation", "place", "product" or "law".
- passages holds the numbers of the passages that name it. Different names of one entity are one item.

<question>
{{question}}
</question>

{{passages}}

Answer with JSON only: {"items":[{"id":1,"type":"organisation","text":"…","detail":"","passages":[1]}]}`,
    reflectAnswer: `Judge whether the passages below are enough to answer the question, and what is missing.

- Write what is missing as new search queries, each standing by itself, at most three.
- Give an empty list when the passages are enough or another search would not help.

<question>
{{question}}
</question>

<answer>
{{answer}}
</answer>

{{passages}}

Answer with JSON only: {"queries":["…"]}`,
  },
};
