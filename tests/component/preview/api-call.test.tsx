import { screen, within } from "@testing-library/react";
import { ApiCallRow } from "@/components/features/preview/api-call";
import type { ApiCall, SchemaNode } from "@/lib/features/preview/api-document";
import { renderWithTexts } from "@/tests/factories/render";

const node = (name: string, over: Partial<SchemaNode> = {}): SchemaNode => ({
  name,
  type: "string",
  required: true,
  rules: [],
  children: [],
  ...over,
});
const CALL: ApiCall = {
  id: "POST /api/things",
  method: "POST",
  path: "/api/things",
  summary: "Make a thing",
  access: "signedIn",
  permissions: [],
  parameters: [],
  body: { type: "application/json", schema: { type: "object" }, fields: [node("title")] },
  answers: "envelope",
  answer: {
    type: "Thing",
    fields: [
      node("id", { rules: ["uuid"] }),
      node("owner", { type: "object", children: [node("note", { required: false })] }),
    ],
  },
};
const show = (call: ApiCall, locale: "zh_CN" | "en_US" = "en_US") =>
  renderWithTexts(
    <ul>
      <ApiCallRow call={call} open onToggle={() => undefined} />
    </ul>,
    locale,
  );

it.each([
  ["en_US", "Answer", "Body", "Required", "May be missing"],
  ["zh_CN", "返回", "请求体", "必填", "可能没有"],
] as const)(
  "shows the fields of an answer beside those of the body (%s)",
  async (locale, answer, body, required, optional) => {
    await show(CALL, locale);
    expect(screen.getByText("Thing")).toBeInTheDocument();
    const fields = within(screen.getByRole("list", { name: answer }));
    expect(fields.getByText("id")).toBeInTheDocument();
    expect(fields.getByText("uuid")).toBeInTheDocument();
    // What is always there needs no word; what is not is told, wherever it stands.
    expect(fields.queryByText(required)).toBeNull();
    expect(within(fields.getByText("note").parentElement!).getByText(optional)).toBeInTheDocument();
    expect(fields.getAllByText(optional)).toHaveLength(1);
    expect(within(screen.getByRole("list", { name: body })).getByText(required)).toBeInTheDocument();
  },
);

it("shows no fields where a call answers no envelope", async () => {
  await show({ ...CALL, answers: "file", answer: null });
  expect(screen.queryByRole("list", { name: "Answer" })).toBeNull();
  expect(screen.getByText("The bytes of a file")).toBeInTheDocument();
});
