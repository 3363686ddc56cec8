import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { DialogHost } from "@/components/common/dialog-host";
import { Toaster } from "@/components/common/toaster";
import { HandScreen } from "@/components/features/tools/own/hand-screen";
import { ImportScreen } from "@/components/features/tools/own/import-screen";
import { OperationList } from "@/components/features/tools/own/operation-list";
import { PeopleTab } from "@/components/features/tools/people-tab";
import { QueryProvider } from "@/lib/client/query-client";
import type { ApiOperationDto, OwnServerDetailDto } from "@/lib/features/tools/own-dto";
import { type Answers, answerCalls } from "@/tests/factories/answers";
import { renderWithTexts } from "@/tests/factories/render";

const replace = jest.fn();
const router = { replace };
jest.mock("next/navigation", () => ({ useRouter: () => router, usePathname: () => "/apps/add-api-tool" }));

const ID = "5b1f9a54-0000-7000-8000-000000000001";
const parameter = { name: "number", in: "path", type: "string", description: "", required: true } as const;
const stored = (over: Partial<OwnServerDetailDto> = {}): OwnServerDetailDto => ({
  id: ID,
  name: "Parcels",
  origin: "form",
  url: "https://api.example.com/parcels/{number}",
  enabled: true,
  blocked: false,
  status: "normal",
  checkError: null,
  auth: { kind: "bearer" },
  hasSecret: true,
  form: {
    description: "Finds one",
    method: "GET",
    address: "https://api.example.com/parcels/{number}",
    parameters: [parameter],
  },
  tools: [
    {
      operationId: "call",
      name: "parcels__call",
      title: "Parcels",
      description: "Finds one",
      inputSchema: { type: "object", properties: { number: { type: "string" } }, required: ["number"] },
      operation: {
        method: "GET",
        address: "https://api.example.com/parcels/{number}",
        places: [{ key: "number", name: "number", in: "path" }],
        body: null,
      },
      enabled: true,
      confirm: false,
      changed: false,
      missing: false,
    },
  ],
  revision: "r1",
  ...over,
});
const operation = (over: Partial<ApiOperationDto> = {}): ApiOperationDto => ({
  id: "getOrder",
  method: "GET",
  path: "/orders/{id}",
  address: "https://api.example.com/orders/{id}",
  summary: "An order",
  description: "",
  tag: "orders",
  readOnly: true,
  parameters: [],
  revision: "r1",
  state: null,
  chosen: false,
  change: null,
  ...over,
});

async function show(part: React.ReactNode, answers: Answers = {}, locale: "zh_CN" | "en_US" = "en_US") {
  const seen = answerCalls({
    "GET /api/apps/tools": { data: { items: [], max: 50 } },
    [`GET /api/apps/tools/${ID}`]: { data: stored() },
    ...answers,
  });
  await renderWithTexts(
    <QueryProvider>
      {part}
      <DialogHost />
      <Toaster />
    </QueryProvider>,
    locale,
  );
  return seen;
}
const fill = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const sent = (seen: Awaited<ReturnType<typeof show>>, method: string) =>
  waitFor(() => {
    const found = seen.find(({ call }) => call.startsWith(method));
    expect(found).toBeDefined();
    return found!.body as Record<string, unknown>;
  });

describe("a tool made by hand", () => {
  it("says what is missing, and is sent as it was entered", async () => {
    const user = userEvent.setup();
    const seen = await show(<HandScreen id={null} />, { "POST /api/apps/tools": { data: { id: ID } } });
    await user.click(screen.getByRole("button", { name: "Create tool" }));
    expect((await screen.findAllByText("Required field cannot be empty")).length).toBeGreaterThanOrEqual(3);
    const basics = within(screen.getByRole("region", { name: "Basics" })).getAllByRole("textbox");
    fill(basics[0]!, "Parcels");
    fill(basics[1]!, "Finds one");
    const request = within(screen.getByRole("region", { name: "Request" }));
    fill(request.getByRole("textbox"), "https://api.example.com/parcels/{number}");
    await user.click(screen.getByRole("button", { name: "Add parameters of the address" }));
    await user.click(screen.getByRole("button", { name: "Remove parameter 1" }));
    await user.click(screen.getByRole("button", { name: "Create tool" }));
    expect(await sent(seen, "POST")).toEqual({
      name: "Parcels",
      auth: { kind: "none" },
      form: {
        description: "Finds one",
        method: "GET",
        address: "https://api.example.com/parcels/{number}",
        parameters: [parameter],
      },
    });
    await waitFor(() => expect(replace).toHaveBeenCalledWith(`/apps/add-api-tool?id=${ID}`));
  });

  it("keeps its stored secret until its address changes; then it is asked for again", async () => {
    const user = userEvent.setup();
    const seen = await show(<HandScreen id={ID} />, { [`PATCH /api/apps/tools/${ID}`]: { data: null } });
    expect(await screen.findByText("One is stored. Leave empty to keep it")).toBeInTheDocument();
    const address = within(screen.getByRole("region", { name: "Request" })).getByRole("textbox");
    fill(address, "https://api.example.com/parcels/{number}/more");
    expect(await screen.findByText("The destination has changed. Enter it again")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("Required field cannot be empty")).toBeInTheDocument();
    fill(screen.getByLabelText(/^Token/), "new-token");
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect(await sent(seen, "PATCH")).toMatchObject({ auth: { kind: "bearer" }, secret: "new-token", revision: "r1" });
  });

  it("is tried with what went over the wire", async () => {
    const user = userEvent.setup();
    const result = {
      ...{ ok: false, text: "", data: null, error: "toolFailed", detail: "HTTP 401", truncated: false, durationMs: 9 },
      exchange: {
        request: {
          method: "GET",
          url: "https://api.example.com/parcels/7",
          headers: { authorization: "***" },
          body: null,
        },
        response: { status: 401, headers: { "x-id": "1" }, body: '{"error":"who are you"}', bytes: 23 },
        durationMs: 8,
      },
    };
    const seen = await show(<HandScreen id={ID} />, { [`POST /api/apps/tools/${ID}/try`]: { data: result } });
    const trial = within(await screen.findByRole("region", { name: "Try run" }));
    await user.click(trial.getByRole("button", { name: "Run" }));
    expect(seen.some(({ call }) => call.startsWith("POST"))).toBe(false);
    fill(trial.getByLabelText(/number/), "7");
    await user.click(trial.getByRole("button", { name: "Run" }));
    expect(await sent(seen, "POST")).toEqual({ operation: "call", arguments: { number: "7" } });
    expect(await trial.findByText("Status 401")).toBeInTheDocument();
    expect(trial.getByText(/authorization: \*\*\*/)).toBeInTheDocument();
    expect(trial.getByText(/who are you/)).toBeInTheDocument();
  });
});

describe("an import", () => {
  it("sends back what was shown of each chosen operation", async () => {
    const user = userEvent.setup();
    const operations = [
      operation(),
      operation({ id: "putOrder", method: "PUT", summary: "Change it", readOnly: false }),
    ];
    const seen = await show(<ImportScreen id={null} />, {
      "POST /api/apps/tools/import": { data: { title: "Orders", version: "2", operations, durationMs: 300 } },
      "POST /api/apps/tools": { data: { id: ID } },
    });
    fill(screen.getByLabelText(/Address of the description/), "https://api.example.com/openapi.json");
    await user.click(screen.getByRole("button", { name: "Read operations" }));
    expect(await screen.findByText("Orders 2: 2 operations, read in 0.3 s")).toBeInTheDocument();
    await user.click(screen.getByRole("checkbox", { name: /Change it/ }));
    await user.click(screen.getByRole("button", { name: "Import 1 tool" }));
    const body = await waitFor(() => {
      const found = seen.find(({ call }) => call === "POST /api/apps/tools");
      expect(found).toBeDefined();
      return found!.body;
    });
    const { id, method, address, revision } = operations[0]!;
    expect(body).toEqual({
      name: "Orders",
      auth: { kind: "none" },
      url: "https://api.example.com/openapi.json",
      operations: [{ id, method, address, revision }],
    });
  });

  it("says where a description is broken", async () => {
    const user = userEvent.setup();
    await show(<ImportScreen id={null} />, {
      "POST /api/apps/tools/import": {
        code: 422,
        message: "The API description could not be read",
        data: { detail: "Flow sequence must end at line 2" },
      },
    });
    fill(screen.getByLabelText(/Address of the description/), "https://api.example.com/a");
    await user.click(screen.getByRole("button", { name: "Read operations" }));
    expect(await screen.findByText("Flow sequence must end at line 2")).toBeInTheDocument();
  });
});

function Chosen({ operations }: { operations: readonly ApiOperationDto[] }) {
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  return <OperationList operations={operations} picked={picked} onPick={setPicked} />;
}

describe("operations", () => {
  it("are found, picked by tag, and told apart by what became of them", async () => {
    const user = userEvent.setup();
    const many = Array.from({ length: 250 }, (_, n) =>
      operation({ id: `op${n}`, path: `/x/${n}`, summary: `Op ${n}`, tag: `t${n % 3}`, state: "same" }),
    );
    const changed = operation({ id: "changed", summary: "Changed one", state: "changed", chosen: true });
    const gone = operation({ id: "gone", summary: "Gone one", state: "removed", chosen: true });
    await show(<Chosen operations={[...many, changed, gone]} />);
    expect(screen.getAllByRole("listitem")).toHaveLength(100);
    expect(screen.getByText("152 more. Search to see them")).toBeInTheDocument();
    await user.click(screen.getByRole("radio", { name: /^Changed/ }));
    expect(screen.getAllByRole("listitem")).toHaveLength(2);
    expect(screen.getByRole("checkbox", { name: /Gone one/ })).toBeDisabled();
    await user.click(screen.getByRole("checkbox", { name: "All of orders" }));
    expect(screen.getByText("1 of at most 200 chosen")).toBeInTheDocument();
    await user.click(screen.getByRole("radio", { name: /^All/ }));
    fill(screen.getByRole("searchbox", { name: "Search path, name or tag" }), "/x/249");
    await waitFor(() => expect(screen.getAllByRole("listitem")).toHaveLength(1));
  });
});

it("tools that people made are stopped after a question", async () => {
  const user = userEvent.setup();
  const server = {
    ...{ id: ID, name: "Parcels", url: "https://api.example.com", tools: 1, enabled: true, blocked: false },
    owner: { id: ID, name: "Lin", account: "lin" },
    createdAt: "2026-11-01T08:00:00.000Z",
  };
  const seen = await show(<PeopleTab keyword="" page={1} onChange={() => undefined} />, {
    "GET /api/admin/tools/people": { data: { items: [server], total: 1 } },
    [`PATCH /api/admin/tools/people/${ID}`]: { data: null },
  });
  await user.click(await screen.findByRole("button", { name: "Block Parcels" }));
  await user.click(await screen.findByRole("button", { name: "Block" }));
  expect(await sent(seen, "PATCH")).toEqual({ blocked: true });
});
