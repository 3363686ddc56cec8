import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { NewcomerGuide } from "@/components/features/personal/newcomer-guide";
import { QueryProvider } from "@/lib/client/query-client";
import type { GuideDto } from "@/lib/features/personal/dto";
import { type Answers, answerCalls } from "@/tests/factories/answers";
import { renderWithTexts } from "@/tests/factories/render";

const STEPS: GuideDto = {
  name: "steps",
  steps: [
    { step: "model", href: "/models", isDone: false },
    { step: "people", href: "/people", isDone: true },
  ],
};
const TOUR: GuideDto = {
  name: "tour",
  stops: [
    { stop: "chat", href: null },
    { stop: "document", href: "/documents" },
    { stop: "find", href: null },
  ],
};

async function show(guide: GuideDto, answers: Answers = { "PATCH /api/user/guides": {} }) {
  const seen = answerCalls(answers);
  await renderWithTexts(
    <QueryProvider>
      <main id="panel" tabIndex={-1}>
        <NewcomerGuide guide={guide} />
      </main>
    </QueryProvider>,
    "en_US",
  );
  return { user: userEvent.setup(), seen };
}

it("says which step is done, also to a screen reader, and leads to each", async () => {
  await show(STEPS);
  const steps = within(screen.getByRole("region", { name: "What is next" })).getAllByRole("link");
  expect(steps.map((link) => [link.getAttribute("href"), /\(done\)/.test(link.textContent ?? "")])).toEqual([
    ["/models", false],
    ["/people", true],
  ]);
  expect(screen.getByText("1 of 2 done")).toBeVisible();
});

it("is walked through with the keyboard and left at its end for good", async () => {
  const { user, seen } = await show(TOUR);
  const next = () => screen.getByRole("button", { name: "Next" });
  expect(screen.getByRole("button", { name: "Back" })).toBeDisabled();
  next().focus();
  await user.keyboard("{Enter}");
  expect(screen.getByRole("link", { name: "Open documents" })).toHaveAttribute("href", "/documents");
  expect(next()).toHaveFocus();
  await user.keyboard("{Enter}");
  expect(screen.getByText("Step 3 of 3")).toBeVisible();
  expect(screen.getByRole("button", { name: "Finish" })).toHaveFocus();
  await user.keyboard("{Enter}");
  expect(screen.queryByRole("region")).not.toBeInTheDocument();
  expect(screen.getByRole("main")).toHaveFocus();
  expect(seen).toEqual([{ call: "PATCH /api/user/guides", body: { name: "tour" } }]);
});

it("is there again when it could not be left", async () => {
  const { user } = await show(TOUR, { "PATCH /api/user/guides": { code: 500, message: "no" } });
  await user.click(screen.getByRole("button", { name: "Leave the tour for good" }));
  expect(await screen.findByRole("region", { name: "A short tour" })).toBeVisible();
});
