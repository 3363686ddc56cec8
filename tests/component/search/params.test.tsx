import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { DialogHost } from "@/components/common/dialog-host";
import { Toaster } from "@/components/common/toaster";
import { ParamsScreen } from "@/components/features/search/params/params-screen";
import { browserQueryClient, QueryProvider } from "@/lib/client/query-client";
import { DEFAULT_TEMPLATES } from "@/lib/features/search/settings/defaults";
import type { SearchParamsDto, WholeSearchParams } from "@/lib/features/search/settings/dto";
import { type ParamsFilter, paramsAddress } from "@/lib/features/search/settings/filter";
import { SEARCH_NODES } from "@/lib/features/search/settings/kinds";
import type { ChatMessageDto } from "@/lib/stream/message-dto";
import { type Answers, answerCalls, type SeenCall } from "@/tests/factories/answers";
import { renderWithTexts } from "@/tests/factories/render";

const templates = DEFAULT_TEMPLATES.en_US;
const node = (key: (typeof SEARCH_NODES)[number]) => ({ modelId: null, promptTemplate: templates[key], version: null });
const whole: WholeSearchParams = {
  base: {
    ...{ modelId: null, maxTokens: null, userPromptTemplate: templates.answer, version: null },
    ...{ sourceCount: 10, embeddingModelId: null, reflect: { on: true, modelId: null } },
  },
  nodes: Object.fromEntries(SEARCH_NODES.map((key) => [key, node(key)])) as WholeSearchParams["nodes"],
};
const scope = { values: { base: {}, nodes: {} }, inherited: whole, revision: "r1" };
const params = (over: Partial<SearchParamsDto> = {}): SearchParamsDto => ({
  effective: whole,
  own: scope,
  organisation: null,
  models: { chat: [{ id: "5b1f9a54-0000-7000-8000-000000000001", name: "Quick" }], vector: [] },
  ...over,
});
const BASE = "/api/search/params";
const OWN = `ours {{question}} {{passages}}`;
const version = { version: 1, template: OWN, author: { id: "a", name: "Ada" }, createdAt: "2026-11-27T08:00:00.000Z" };

const message = (over: Partial<ChatMessageDto>): ChatMessageDto => ({
  ...{ id: "", parentId: null, role: "assistant", parts: [], status: "done", error: null, modelId: null },
  ...{ modelName: "m", usage: null, context: null, cost: null, comparisonId: null, runId: null, siblingIds: [] },
  createdAt: "2026-11-27T08:00:00.000Z",
  ...over,
});

async function show(
  of: SearchParamsDto,
  filter: Partial<ParamsFilter> = {},
  answers: Answers = {},
): Promise<SeenCall[]> {
  const seen = answerCalls({
    [`GET ${BASE}`]: { data: of },
    [`GET ${BASE}/own/versions`]: { data: { key: "answer", items: [version] } },
    [`GET ${BASE}/organisation/versions`]: { data: { key: "answer", items: [] } },
    [`PUT ${BASE}/own`]: { data: { revision: "r2" } },
    ...answers,
  });
  await renderWithTexts(
    <QueryProvider>
      <ParamsScreen params={of} first={{ ...paramsAddress.plain, ...filter }} />
      <DialogHost />
      <Toaster />
    </QueryProvider>,
    "en_US",
  );
  return seen;
}

beforeAll(() => {
  Element.prototype.scrollIntoView = () => undefined;
  Element.prototype.hasPointerCapture = () => false;
});
afterEach(() => {
  act(() => browserQueryClient().clear());
  window.history.replaceState(null, "", "/");
});

it("sends what was set and nothing that is inherited", async () => {
  const user = userEvent.setup();
  const seen = await show(params());
  expect(screen.queryByRole("radio", { name: "Organisation" })).not.toBeInTheDocument();
  // The form comes behind its screen.
  await user.type(await screen.findByLabelText(/Pages read/), "5");
  await user.click(screen.getByLabelText(/Answering model/));
  await user.click(await screen.findByRole("option", { name: "Quick" }));
  await user.click(await screen.findByRole("button", { name: "Use this version" }));
  expect(screen.getByLabelText(/Question template/)).toHaveValue(OWN);
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(seen.some(({ call }) => call.startsWith("PUT"))).toBe(true));
  expect(seen.find(({ call }) => call.startsWith("PUT"))?.body).toEqual({
    values: {
      base: { modelId: "5b1f9a54-0000-7000-8000-000000000001", sourceCount: 5, userPromptTemplate: OWN },
      nodes: {},
    },
    revision: "r1",
  });
});

it("says what a prompt lacks before it is sent, and gives it back to the inherited one", async () => {
  const user = userEvent.setup();
  const seen = await show(params(), { tab: "node", node: "mindMap" });
  await screen.findByText("Try on an earlier search");
  const area = screen.getByLabelText(/^Prompt/);
  await user.clear(area);
  await user.type(area, "no places");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("The text must contain {{passages}}")).toBeInTheDocument();
  expect(seen.some(({ call }) => call.startsWith("PUT"))).toBe(false);
  const list = screen.getByRole("list", { name: "Nodes" });
  expect(within(list).getByRole("button", { name: /Mind map/ })).toHaveTextContent("Changed");
  await user.click(screen.getByRole("button", { name: "Reset to the organisation’s prompt" }));
  expect(area).toHaveValue(templates.mindMap);
  expect(within(list).getByRole("button", { name: /Mind map/ })).not.toHaveTextContent("Changed");
});

it("shows how a version differs from what stands there", async () => {
  const user = userEvent.setup();
  await show(params());
  await user.click(await screen.findByRole("button", { name: "Compare" }));
  expect(screen.getByText("ours", { exact: false, selector: "del" })).toBeInTheDocument();
});

it("who looks after tools may turn to the organisation's", async () => {
  const user = userEvent.setup();
  const organisation = { ...scope, values: { base: { sourceCount: 20 }, nodes: {} }, revision: "o1" };
  await show(params({ organisation }));
  await user.click(screen.getByRole("radio", { name: "Organisation" }));
  expect(screen.getByLabelText(/Pages read/)).toHaveValue("20");
  expect(screen.getByRole("button", { name: "Reset all to defaults" })).toBeEnabled();
});

it("runs a node on an earlier search as it stands on the screen, beside what was saved", async () => {
  const user = userEvent.setup();
  const id = "5b1f9a54-0000-7000-8000-0000000000aa";
  const made = { model: "Quick", prompt: null, inputTokens: 1200, outputTokens: 34 };
  const summary = { id: 1, text: "As it was", detail: "", date: "", type: "", parent: null, marks: [] };
  const extract = { kind: "summary" as const, items: [summary], by: made, madeAt: "2026-11-27T08:00:00.000Z" };
  const question = message({ id: "q", role: "user", parts: [{ type: "text", text: "What is due?" }] });
  const saved = message({ id: "a", parentId: "q", parts: [{ type: "extract", extract }] });
  const seen = await show(
    params(),
    { tab: "node", node: "summary" },
    {
      "GET /api/chat/sessions": { data: { items: [{ id, title: "Permits" }] } },
      [`GET /api/chat/sessions/${id}/messages`]: { data: { items: [question, saved], hasEarlier: false } },
      "POST /api/search/answers/a/trial": {
        data: {
          extract: { kind: "summary", items: [{ ...summary, text: "As it is now" }] },
          texts: [],
          by: { ...made, inputTokens: 900 },
          ms: 1500,
          cost: { micros: 20_000, currency: "USD" },
        },
      },
    },
  );
  await user.click(await screen.findByRole("combobox", { name: "Search" }));
  await user.click(await screen.findByRole("option", { name: "Permits" }));
  expect(await screen.findByText("As it was")).toBeInTheDocument();
  await user.type(screen.getByLabelText(/^Prompt/), " Shorter.");
  await user.click(screen.getByRole("button", { name: "Run" }));
  expect(await screen.findByText("As it is now")).toBeInTheDocument();
  expect(screen.getByText(/900 \+ 34 tokens · 1\.5 s · /)).toBeInTheDocument();
  expect(seen.find(({ call }) => call.endsWith("/trial"))?.body).toEqual({
    node: "summary",
    modelId: null,
    promptTemplate: `${templates.summary} Shorter.`,
  });
  expect(seen.some(({ call }) => call.startsWith("PUT"))).toBe(false);
});
