import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { RunPanel } from "@/components/features/apps/runs/run-panel";
import { TriggerForm } from "@/components/features/apps/runs/trigger-form";
import { QueryProvider } from "@/lib/client/query-client";
import type { RunDto, StepDto, WaitDto } from "@/lib/features/apps/runs-dto";
import type { AppVariable } from "@/lib/features/apps/variables";
import { flowGraph } from "@/lib/features/apps/workflow/graph";
import { answerCalls } from "@/tests/factories/answers";
import { renderWithTexts } from "@/tests/factories/render";

/** Each test has a run of its own: what one was told of it is kept. */
let runId = "";
let made = 0;
beforeEach(() => {
  made += 1;
  runId = `5b1f9a54-0000-7000-8000-${String(made).padStart(12, "0")}`;
});
const APP = "5b1f9a54-0000-7000-9000-000000000002";
const PERSON = { id: "5b1f9a54-0000-7000-9000-000000000003", name: "Wang Min" };
const OTHER = { id: "5b1f9a54-0000-7000-9000-000000000004", name: "Zhou Ming" };

const field = (name: string, over: Partial<AppVariable> = {}): AppVariable => ({
  ...{ name, label: name, type: "text", required: true, options: [] },
  ...over,
});
const wait = (over: Partial<WaitDto> = {}): WaitDto => ({
  ...{ kind: "approval", subject: "Please check", text: "Is **17** right?", fields: [], assignee: PERSON },
  ...{ dueAt: "2026-12-04T10:00:00.000Z", isMine: true },
  ...over,
});
const step = (id: string, over: Partial<StepDto> = {}): StepDto => ({
  ...{ id, nodeId: id, type: "template", title: `Step ${id}`, status: "done", attempts: 1 },
  ...{ startedAt: "2026-11-27T10:00:00.000Z", endedAt: "2026-11-27T10:00:02.500Z" },
  ...{ input: { word: "in" }, output: { text: "out" }, handle: null, cost: null, isCached: false, isSimulated: false },
  ...over,
});
const waiting = (over: Partial<WaitDto> = {}) =>
  step("ask", { type: "human", status: "waiting", endedAt: null, output: null, wait: wait(over) });

const graph = flowGraph.parse({
  nodes: [
    { id: "start", type: "start", data: {} },
    { id: "a", type: "template", data: {} },
    { id: "ask", type: "human", data: {} },
    { id: "end", type: "answer", data: { title: "Answer" } },
  ],
  edges: [
    { source: "start", target: "a" },
    { source: "a", target: "ask" },
    { source: "ask", sourceHandle: "approved", target: "end" },
  ],
});
const run = (over: Partial<RunDto> = {}): RunDto => ({
  ...{ id: runId, appId: APP, appName: "Claims", status: "done", trigger: "person", version: 1, asker: OTHER },
  ...{ isOwn: true, title: "", createdAt: "2026-11-27T10:00:00.000Z", endedAt: "2026-11-27T10:00:03.000Z" },
  ...{ tokens: { input: 100, output: 20 }, cost: null, output: "All **well**", inputs: {}, text: "", files: [] },
  ...{ isHidden: false, mayManage: false, workedMs: 2500, waitedMs: 0, resumed: 0, graph, isCut: false },
  nodes: [step("start", { type: "start" }), step("a"), step("ask", { type: "human" }), step("end", { type: "answer" })],
  ...over,
});

async function show(shown: RunDto, more: Partial<Parameters<typeof RunPanel>[0]> = {}) {
  const seen = answerCalls({
    [`GET /api/apps/runs/${runId}`]: { data: shown },
    [`POST /api/apps/runs/${runId}/nodes/ask/answer`]: { data: null },
    [`POST /api/apps/runs/${runId}/retry`]: { data: null },
  });
  await renderWithTexts(
    <QueryProvider>
      <RunPanel runId={runId} mayFindPeople {...more} />
    </QueryProvider>,
    "en_US",
  );
  await screen.findByRole("status", { name: "" });
  return seen;
}
const answers = (seen: { call: string; body: unknown }[]) =>
  seen.filter(({ call }) => call.endsWith("/answer")).map(({ body }) => body);
const open = (over: Partial<WaitDto> = {}, more: Partial<RunDto> = {}) =>
  run({ status: "waiting", endedAt: null, output: null, nodes: [step("start"), step("a"), waiting(over)], ...more });

describe("what a run asks", () => {
  it("is answered with a decision and a comment, and tells until when", async () => {
    const seen = await show(open());
    const form = await screen.findByRole("region", { name: "Approval needed" });
    expect(form).toHaveTextContent("Please check");
    expect(form).toHaveTextContent(/Answer before .*4/);
    await userEvent.type(within(form).getByLabelText("Comment"), "fine");
    await userEvent.click(within(form).getByRole("button", { name: "Approve" }));
    await waitFor(() => expect(answers(seen)).toEqual([{ decision: "approved", inputs: {}, comment: "fine" }]));
  });

  it("is not sent before its form is filled in; the first field that lacks something has the focus", async () => {
    const seen = await show(open({ kind: "form", fields: [field("amount", { type: "number" }), field("reason")] }));
    const form = await screen.findByRole("region", { name: "Form to fill in" });
    await userEvent.click(within(form).getByRole("button", { name: "Submit" }));
    await waitFor(() => expect(within(form).getByLabelText(/amount/)).toHaveFocus());
    expect(answers(seen)).toEqual([]);
    await userEvent.type(within(form).getByLabelText(/amount/), "12");
    await userEvent.type(within(form).getByLabelText(/reason/), "trip");
    await userEvent.click(within(form).getByRole("button", { name: "Submit" }));
    await waitFor(() => expect(answers(seen)).toEqual([{ inputs: { amount: 12, reason: "trip" }, comment: "" }]));
  });

  it("shows a tool with its arguments, as text", async () => {
    const seen = await show(open({ kind: "consent", subject: "send_mail", text: '{"to": "<b>x</b>"}', dueAt: null }));
    const form = await screen.findByRole("region", { name: "Permission needed" });
    expect(form).toHaveTextContent("send_mail");
    expect(form).toHaveTextContent('{"to": "<b>x</b>"}');
    expect(within(form).queryByLabelText("Comment")).toBeNull();
    await userEvent.click(within(form).getByRole("button", { name: "Do not allow" }));
    await waitFor(() => expect(answers(seen)).toEqual([{ decision: "rejected" }]));
  });

  it.each([
    ["Do it again", "retry"],
    ["Skip it", "skip"],
    ["Treat as failed", "fail"],
  ])("about an effect that is unknown: “%s” is %s, chosen and then sent", async (words, action) => {
    const seen = await show(open({ kind: "unknown", assignee: null, dueAt: null }));
    const form = await screen.findByRole("region", { name: "Decide how to go on" });
    expect(within(form).getByRole("button", { name: "Confirm" })).toBeDisabled();
    await userEvent.click(within(form).getByRole("radio", { name: words }));
    await userEvent.click(within(form).getByRole("button", { name: "Confirm" }));
    await waitFor(() => expect(answers(seen)).toEqual([{ action }]));
  });

  it("is all that somebody sees who is only asked", async () => {
    await show(open({}, { isOwn: false, isHidden: true }));
    expect(await screen.findByRole("region", { name: "Approval needed" })).toHaveTextContent("Started by Zhou Ming");
    expect(screen.queryByRole("region", { name: "Steps" })).toBeNull();
    expect(screen.queryByText("Step a")).toBeNull();
    expect(screen.queryByRole("button", { name: "Cancel run" })).toBeNull();
  });

  it("of somebody else names them, to remind them and, where one may, to have another answer", async () => {
    await show(open({ isMine: false }));
    expect(screen.queryByRole("region", { name: "Approval needed" })).toBeNull();
    expect(await screen.findByText(/Waiting for Wang Min/)).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Remind" })).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Hand over" })).toBeNull();
  });
});

describe("a run", () => {
  it("has its answer, its figures, and steps that open; those ahead are told", async () => {
    await show(open({ isMine: false }, { waitedMs: 7_200_000, workedMs: 12_600, resumed: 1 }));
    const steps = await screen.findByRole("region", { name: "Steps" });
    expect(screen.getByText("12.6 s")).toBeInTheDocument();
    expect(screen.getByText("2 h 0 min")).toBeInTheDocument();
    expect(screen.getByText("Resumed after the service restarted")).toBeInTheDocument();
    const row = within(steps).getByRole("button", { name: /Step a\b/ });
    expect(row).toHaveAttribute("aria-expanded", "false");
    await userEvent.click(row);
    expect(steps).toHaveTextContent('"text": "out"');
    expect(within(steps).getByRole("button", { name: /Answer/ })).toBeDisabled();
    expect(within(steps).getByRole("button", { name: /Answer/ })).toHaveTextContent("Not reached");
  });

  it("that failed says at which step and why, and is tried again", async () => {
    const error = { error: "flowHttpStatus", message: "The service answered 422", detail: "no such claim" };
    const seen = await show(
      run({
        status: "failed",
        output: null,
        error: { ...error, nodeId: "a" },
        nodes: [step("start"), step("a", { status: "failed", attempts: 2, error })],
      }),
    );
    expect(await screen.findByRole("alert")).toHaveTextContent("“Step a” did not succeed");
    expect(screen.getByRole("region", { name: "Steps" })).toHaveTextContent("2 attempts");
    await userEvent.click(screen.getByRole("button", { name: "Retry from the failure" }));
    await waitFor(() => expect(seen.map(({ call }) => call)).toContain(`POST /api/apps/runs/${runId}/retry`));
  });

  it("of another shows steps and figures, and says whose its contents are", async () => {
    await show(run({ isOwn: false, mayManage: true, isHidden: true, output: null }), { isLog: true });
    expect(await screen.findByText(/contents of this run belong to Zhou Ming/)).toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: /Step a\b/ }));
    expect(screen.getByText(/belong to whoever started the run/)).toBeInTheDocument();
    expect(screen.queryByText(/"text": "out"/)).toBeNull();
  });

  it("folds rounds; one that needs somebody is open", async () => {
    const each = step("each", { type: "iteration" });
    const rounds = [0, 1].map((round) => step(`each.${round}.line`, { title: "Line" }));
    const view = [step("start", { type: "start" }), each, ...rounds];
    await show(run({ nodes: view }));
    const fold = await screen.findByRole("button", { name: "2 rounds" });
    expect(fold).toHaveAttribute("aria-expanded", "false");
    await userEvent.click(fold);
    expect(screen.getByRole("button", { name: /Round 2.*Line/ })).toBeInTheDocument();
  });

  it("writes while a model does", async () => {
    const node = step("a", { type: "model", status: "running", endedAt: null, output: null, partial: "Once upon" });
    await show(run({ status: "running", endedAt: null, output: null, nodes: [step("start"), node] }));
    expect(await screen.findByRole("region", { name: "Result" })).toHaveTextContent("Once upon");
    expect(screen.getByText("State of the run: Running")).toBeInTheDocument();
  });
});

describe("a schedule", () => {
  it("is chosen by its rhythm, in the organisation's time zone, with what each run is given", async () => {
    const seen = answerCalls({ [`POST /api/apps/${APP}/triggers`]: { data: { id: runId, secret: null } } });
    const onDone = jest.fn();
    await renderWithTexts(
      <QueryProvider>
        <TriggerForm appId={APP} kind="schedule" trigger={null} form={[field("topic")]} onDone={onDone} />
      </QueryProvider>,
      "en_US",
    );
    await userEvent.clear(screen.getByLabelText("Time"));
    await userEvent.type(screen.getByLabelText("Time"), "99");
    await userEvent.click(screen.getByRole("button", { name: "Add" }));
    expect(screen.getByText("Enter a time from 00:00 to 23:59")).toBeInTheDocument();
    await userEvent.clear(screen.getByLabelText("Time"));
    await userEvent.type(screen.getByLabelText("Time"), "08:15");
    await userEvent.type(screen.getByLabelText(/topic/), "sales");
    await userEvent.click(screen.getByRole("button", { name: "Add" }));
    await waitFor(() => expect(onDone).toHaveBeenCalledWith({ id: runId, secret: null }));
    expect(seen.at(-1)!.body).toEqual({
      ...{ kind: "schedule", isOn: true, name: "", inputs: { topic: "sales" } },
      ...{ cron: "15 8 * * *", timeZone: "Asia/Shanghai" },
    });
  });
});
