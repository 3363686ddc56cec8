import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { ReviewPart } from "@/components/features/apps/editor/review-part";
import type { OwnReviewRule } from "@/lib/review/rule-schema";
import { renderWithTexts } from "@/tests/factories/render";

const RULE: OwnReviewRule = {
  ...{ name: "Projects", description: "", keywords: ["blue whale"], presetReply: "No." },
  ...{ reviewsInput: true, reviewsOutput: false, enabled: true },
};
const told: OwnReviewRule[][] = [];

function Screen() {
  const [rules, setRules] = useState<OwnReviewRule[]>([RULE]);
  const handleChange = (next: OwnReviewRule[]) => {
    told.push(next);
    setRules(next);
  };
  return <ReviewPart rules={rules} onChange={handleChange} />;
}

it("keeps a rule as it is written, refuses a name twice, and switches and removes one", async () => {
  const user = userEvent.setup();
  await renderWithTexts(<Screen />, "en_US");
  expect(screen.getByText("Questions · 1 keyword")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Add a rule" }));
  const drawer = within(await screen.findByRole("dialog"));
  await user.type(drawer.getByLabelText(/^Name/), "projects");
  await user.type(drawer.getByLabelText(/^Keywords/), "orca{Enter}{Enter} Orca{Enter}seal");
  await user.click(drawer.getByRole("button", { name: "Save" }));
  expect(await drawer.findByText(/already/i)).toBeVisible();
  await user.type(drawer.getByLabelText(/^Name/), " two");
  await user.click(drawer.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Questions and answers · 2 keywords")).toBeVisible();
  expect(told.at(-1)).toEqual([
    RULE,
    expect.objectContaining({ name: "projects two", keywords: ["Orca", "seal"], reviewsOutput: true, enabled: true }),
  ]);
  await user.click(screen.getByRole("switch", { name: "Use Projects" }));
  expect(told.at(-1)?.[0]).toEqual({ ...RULE, enabled: false });
  await user.click(screen.getByRole("button", { name: "Remove Projects" }));
  expect(told.at(-1)?.map(({ name }) => name)).toEqual(["projects two"]);
});
