import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { TermsStep } from "@/app/(auth)/login/_components/terms-step";
import { answerCalls } from "@/tests/factories/answers";
import { renderWithTexts } from "@/tests/factories/render";

const TERMS = {
  id: "01a1fbf0-9ba8-748d-88e0-626540c3dfa6",
  version: 3,
  markdown: "## 范围\n\n只用于工作。<img src=x onerror=alert(1)>",
  note: "新增数据出境条款",
  publishedAt: "2026-11-20T02:00:00.000Z",
  accepted: false,
};

it("shows the text and what changed, and goes on once the box is ticked", async () => {
  const seen = answerCalls({
    "GET /api/admin/user/terms": { data: TERMS },
    "POST /api/admin/user/terms": { data: { pending: [] } },
  });
  const onDone = jest.fn();
  await renderWithTexts(<TermsStep onDone={onDone} onLeave={() => undefined} />);
  expect((await screen.findAllByRole("heading", { name: "范围" })).length).toBeGreaterThan(0);
  expect(screen.getByText("新增数据出境条款")).toBeInTheDocument();
  expect(document.querySelector("img")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "同意并继续" }));
  expect(screen.getByRole("alert")).toHaveTextContent("勾选后才能继续");
  expect(seen.filter(({ call }) => call.startsWith("POST"))).toEqual([]);
  await userEvent.click(screen.getByRole("checkbox"));
  await userEvent.click(screen.getByRole("button", { name: "同意并继续" }));
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(seen.find(({ call }) => call.startsWith("POST"))?.body).toEqual({ versionId: TERMS.id, language: "zh_CN" });
});

it("goes on at once when the terms were accepted elsewhere", async () => {
  answerCalls({ "GET /api/admin/user/terms": { data: { ...TERMS, accepted: true } } });
  const onDone = jest.fn();
  await renderWithTexts(<TermsStep onDone={onDone} onLeave={() => undefined} />);
  await waitFor(() => expect(onDone).toHaveBeenCalled());
});
