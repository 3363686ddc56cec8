import { QueryClientProvider } from "@tanstack/react-query";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { QuestionTest } from "@/components/features/knowledge-operations/recall/question-test";
import { createQueryClient } from "@/lib/client/query-client";
import { centerRetrieval } from "@/lib/config/knowledge-retrieval";
import type { RecallLookDto, TraceDto } from "@/lib/features/knowledge/trace-dto";
import type { Locale } from "@/lib/i18n/locales";
import { answerCalls } from "@/tests/factories/answers";
import { renderWithTexts } from "@/tests/factories/render";

jest.mock("next/navigation", () => ({
  ...jest.requireActual("next/navigation"),
  useRouter: () => ({ push: jest.fn() }),
}));

const BASE = "01900000-0000-7000-8000-000000000001";
const FILTER = "01900000-0000-7000-8000-00000000000f";
const idOf = (number: number) => `01900000-0000-7000-8000-00000000010${number}`;

const slice = (number: number, text: string): RecallLookDto["slices"][number] => ({
  ...{ sliceId: idOf(number), fileId: BASE, fileName: "差旅办法.pdf", versionId: BASE, page: 3, from: 40, heading: "" },
  ...{ text, marks: [{ from: 0, to: 2 }], picture: null, scores: { vector: 0.88, lexical: null, rerank: null } },
});
const scored = [1, 2, 3].map((number) => ({ sliceId: idOf(number), score: 1 - number / 10 }));
const LOOK: RecallLookDto = {
  queries: ["住宿标准是多少"],
  rewriting: "notNeeded",
  isByMeaning: true,
  slices: [slice(1, "住宿标准每晚 600 元"), slice(2, "旺季上浮 20%"), slice(3, "会议另行预订")],
  lists: { vectors: scored, words: scored.slice(0, 1), merged: scored, reranked: null },
  chosen: scored.slice(0, 1),
  beside: [],
  left: [
    { ...scored[1]!, cut: "selection" },
    { ...scored[2]!, cut: "filter" },
  ],
  failed: [],
  timings: { vectors: 3, words: 1, merge: 0.2, rerank: 0, choose: 12, all: 20 },
};
const TRACE: TraceDto = {
  target: {
    ...{ sliceId: idOf(2), fileId: BASE, fileName: "差旅办法.pdf", versionId: BASE, page: 3, from: 40, heading: "" },
    ...{ text: "旺季上浮 20%", by: "slice" },
  },
  unready: 0,
  cut: "selectedCount",
  queries: LOOK.queries,
  lists: {
    vectors: { rank: 2, score: 0.8, of: 230 },
    words: { rank: null, score: null, of: 12 },
    merged: { rank: 2, score: 0.8, of: 40 },
    reranked: null,
    left: { rank: 9, score: 0.8, of: 30 },
  },
  changes: [{ selectedCount: 9 }],
  asksModel: false,
  failed: [],
};

async function open({
  trace = TRACE,
  question = "",
  locale,
}: {
  trace?: TraceDto;
  question?: string;
  locale?: Locale;
} = {}) {
  const path = `/api/knowledge/bases/${BASE}`;
  const center = centerRetrieval.parse({});
  const seen = answerCalls({
    [`GET ${path}/retrieval`]: { data: { own: { filterModelId: FILTER }, center, revision: "1" } },
    "GET /api/knowledge/models": {
      data: { items: [], defaultId: null, rerank: [], chat: [{ id: FILTER, name: "审阅" }] },
    },
    [`POST ${path}/recall-cost`]: {
      data: { calls: [{ helper: "filter", model: "审阅", cost: { micros: 120_000, currency: "CNY" } }] },
    },
    [`POST ${path}/recall-look`]: { data: LOOK },
    [`POST ${path}/recall-trace`]: { data: trace },
  });
  const address = { id: BASE, question, view: "question" as const };
  const onAddress = jest.fn();
  await renderWithTexts(
    <QueryClientProvider client={createQueryClient()}>
      <QuestionTest baseId={BASE} address={address} onAddress={onAddress} />
    </QueryClientProvider>,
    locale,
  );
  const bodies = (end: string) => seen.filter(({ call }) => call.endsWith(end)).map(({ body }) => body);
  return { bodies, onAddress };
}

test("a question is asked when it is sent, after what it costs has been told", async () => {
  const { bodies, onAddress } = await open();
  expect(await screen.findByText(/最多 ¥0\.12/)).toBeInTheDocument();
  expect(bodies("recall-look")).toEqual([]);
  await userEvent.type(screen.getByRole("textbox", { name: /测试问题/ }), "住宿标准是多少");
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  const chosen = await screen.findByRole("list", { name: "选用" });
  expect(within(chosen).getAllByRole("article")).toHaveLength(1);
  expect(within(chosen).getByText("住宿", { selector: "mark" })).toBeInTheDocument();
  expect(onAddress).toHaveBeenCalledWith({ question: "住宿标准是多少" });
  expect(screen.getByRole("region", { name: /未被选用的 1 个/ })).toHaveTextContent("旺季上浮");
  expect(screen.getByRole("region", { name: /被大模型筛掉的 1 个/ })).toHaveTextContent("会议另行");
});

test("a link with a question asks it at once; a slice is traced, and the change is tried as a draft", async () => {
  const { bodies } = await open({ question: "住宿标准是多少" });
  const region = await screen.findByRole("region", { name: /未被选用的 1 个/ });
  await userEvent.click(within(region).getByRole("button", { name: "为什么没有？" }));
  const panel = await screen.findByRole("dialog", { name: "为什么没有这个切片？" });
  expect(await within(panel).findByText("它排在第 9 名，只选用 8 个切片")).toBeInTheDocument();
  expect(within(panel).getByRole("row", { name: /向量 2 \/ 230 0\.80/ })).toBeInTheDocument();
  expect(within(panel).getByRole("row", { name: /重排 未使用/ })).toBeInTheDocument();
  // What the filter model said is handed on: it is not paid for again.
  expect(bodies("recall-trace")).toEqual([
    expect.objectContaining({
      target: { sliceId: idOf(2) },
      seen: { queries: LOOK.queries, filtered: [idOf(3)], unchosen: [idOf(2)], failed: [] },
    }),
  ]);
  expect(panel).toHaveTextContent("8 → 9");
  await userEvent.click(within(panel).getByRole("button", { name: "试一试" }));
  expect(screen.getByRole("spinbutton", { name: "选用切片数" })).toHaveValue(9);
  const tried = { settings: { filterModelId: FILTER, selectedCount: 9 } };
  await waitFor(() => expect(bodies("recall-look").at(-1)).toMatchObject(tried));
  expect(screen.getByRole("button", { name: "存为检索配置" })).toBeEnabled();
});

test("words that no slice has are told so, in English", async () => {
  await open({
    question: "hotel",
    locale: "en_US",
    trace: { ...TRACE, target: null, lists: null, changes: [], cut: null, unready: 2 },
  });
  const words = await screen.findByRole("textbox", { name: "Paste a sentence that is missing" });
  await userEvent.type(words, "Zeppelins land on Tuesdays{Enter}");
  const panel = await screen.findByRole("dialog", { name: "Why not this slice?" });
  expect(await within(panel).findByText("No slice of this knowledge base contains these words")).toBeInTheDocument();
  expect(panel).toHaveTextContent("2 files are not ready for searching yet");
});
