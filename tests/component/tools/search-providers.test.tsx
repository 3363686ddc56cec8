import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { DialogHost } from "@/components/common/dialog-host";
import { Toaster } from "@/components/common/toaster";
import { Drawers } from "@/components/features/tools/drawers";
import { browserQueryClient, QueryProvider } from "@/lib/client/query-client";
import { SEARCH_DEFAULTS } from "@/lib/config/tool-kinds";
import type { BuiltinToolDto } from "@/lib/features/tools/dto";
import type { SearchProviderDto } from "@/lib/features/tools/search-dto";
import { type Answers, answerCalls, type SeenCall } from "@/tests/factories/answers";
import { renderWithTexts } from "@/tests/factories/render";

const tool: BuiltinToolDto = {
  ...{ key: "web_search", enabled: false, ready: false, checkable: true, confirm: false, settings: SEARCH_DEFAULTS },
  ...{ optional: true, visibility: "all", roleIds: [], modelIds: null },
  ...{ status: "unknown", checkedAt: null, checkError: null, revision: "r1", inputSchema: {} },
};
const provider = (over: Partial<SearchProviderDto>): SearchProviderDto => ({
  ...{ id: "5b1f9a54-0000-7000-8000-000000000001", kind: "searxng", name: "Intranet", baseUrl: "http://searx.local" },
  ...{ enabled: true, ready: true, hasKey: false, keyHint: "", dailyQuota: 100, usedToday: 12, costMicros: 0 },
  ...{ status: "normal", checkedAt: null, checkError: null, cooldownUntil: null, failures: [], revision: "r1" },
  ...over,
});
const brave = provider({
  ...{ id: "5b1f9a54-0000-7000-8000-000000000002", kind: "brave", name: "Brave", baseUrl: "https://api.brave.test" },
  ...{ dailyQuota: null, usedToday: 1, costMicros: 3_000_000, status: "abnormal", checkError: "searchChallenge" },
  failures: [{ error: "searchChallenge", at: "2026-11-27T08:00:00.000Z" }],
});
const BASE = "/api/admin/tools/search-providers";
const listOf = (...items: SearchProviderDto[]) => ({
  data: { items, total: items.length, limit: 20, currency: "CNY" },
});

async function show(
  answers: Answers,
  { open = "web_search", locale = "en_US" as "zh_CN" | "en_US" } = {},
): Promise<SeenCall[]> {
  const choices = { data: { roles: [], models: [], commands: [] } };
  const seen = answerCalls({ "GET /api/admin/tools/choices": choices, ...answers });
  await renderWithTexts(
    <QueryProvider>
      <Drawers
        open={open}
        tools={{ builtin: [tool], servers: [] }}
        onOpen={() => undefined}
        onClose={() => undefined}
      />
      <DialogHost />
      <Toaster />
    </QueryProvider>,
    locale,
  );
  return seen;
}

beforeAll(() => {
  Element.prototype.scrollIntoView = () => undefined;
  Element.prototype.hasPointerCapture = () => false;
});
afterEach(() => act(() => browserQueryClient().clear()));

it("shows order, state, use of the day and price", async () => {
  await show({ [`GET ${BASE}`]: listOf(provider({}), brave) });
  const rows = within(await screen.findByRole("list", { name: "Search providers" })).getAllByRole("listitem");
  expect(rows[0]).toHaveTextContent("Intranet");
  expect(rows[0]).toHaveTextContent("SearXNG · searx.local");
  expect(rows[0]).toHaveTextContent("12 of 100 calls today");
  expect(rows[1]).toHaveTextContent("1 call today · ¥3.00 per 1,000 calls");
  expect(rows[1]).toHaveTextContent("Asks for a human check");
});

it("moves a row by its arrows, and puts it back when the server refuses", async () => {
  const user = userEvent.setup();
  const seen = await show({
    [`GET ${BASE}`]: listOf(provider({}), brave),
    [`PUT ${BASE}/order`]: { code: 409, message: "stale" },
  });
  await user.click(await screen.findByRole("button", { name: "Move Brave up" }));
  await waitFor(() =>
    expect(seen.find(({ call }) => call.startsWith("PUT"))?.body).toEqual({ ids: [brave.id, provider({}).id] }),
  );
  await waitFor(() => {
    const rows = within(screen.getByRole("list", { name: "Search providers" })).getAllByRole("listitem");
    expect(rows[0]).toHaveTextContent("Intranet");
  });
  expect(screen.getByRole("button", { name: "Move Intranet up" })).toBeDisabled();
});

it("says what a test came to, in words", async () => {
  const user = userEvent.setup();
  await show(
    {
      [`GET ${BASE}`]: listOf(provider({})),
      [`POST ${BASE}/${provider({}).id}/test`]: {
        data: { ok: false, durationMs: 12, error: "searchJsonOff", detail: "", hits: [] },
      },
    },
    { locale: "zh_CN" },
  );
  await user.click(await screen.findByRole("button", { name: "测试 Intranet" }));
  expect(await screen.findByText(/^Intranet：.*JSON/)).toBeInTheDocument();
});

it("says how to begin without one", async () => {
  await show({ [`GET ${BASE}`]: listOf() });
  expect(await screen.findByText("No search providers yet")).toBeInTheDocument();
});

it("the first one needs what its service needs, and switches the search on", async () => {
  const user = userEvent.setup();
  const seen = await show(
    {
      [`GET ${BASE}`]: listOf(),
      [`POST ${BASE}`]: { data: { id: brave.id } },
      "PATCH /api/admin/tools/builtin/web_search": { data: null },
    },
    { open: "provider:new" },
  );
  await user.click(await screen.findByLabelText(/Type/));
  await user.click(await screen.findByRole("option", { name: "Serper" }));
  expect(screen.getByLabelText(/Name/)).toHaveValue("Serper");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Enter the key")).toBeInTheDocument();
  await user.type(screen.getByLabelText(/^Key/), "k-123");
  await user.type(screen.getByLabelText(/Calls a day/), "50");
  await user.type(screen.getByLabelText(/Price of/), "0.3");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(seen.filter(({ call }) => !call.startsWith("GET"))).toHaveLength(2));
  const [created, switched] = seen.filter(({ call }) => !call.startsWith("GET"));
  expect(created?.body).toEqual({
    ...{ kind: "serper", name: "Serper", baseUrl: "https://google.serper.dev", apiKey: "k-123" },
    ...{ dailyQuota: 50, costMicros: 300_000 },
  });
  expect(switched?.body).toEqual({ enabled: true });
});

it("tells of the last failures of one", async () => {
  await show({ [`GET ${BASE}`]: listOf(brave) }, { open: `provider:${brave.id}` });
  const failures = await screen.findByRole("region", { name: "Recent failures" });
  expect(failures).toHaveTextContent("The search service asked for a human check and returned nothing");
});
