import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { DateInput } from "@/components/common/date-input";
import { renderWithTexts } from "@/tests/factories/render";

const picked = jest.fn();

function Field({ first = "" }: { first?: string }) {
  const [day, setDay] = useState(first);
  const handle = (next: string) => {
    picked(next);
    setDay(next);
  };
  return <DateInput aria-label="Day" value={day} min="2026-11-03" onValueChange={handle} />;
}

beforeEach(() => picked.mockClear());

it("takes over a day that is typed, in whichever way, and nothing that is none", async () => {
  const user = userEvent.setup();
  await renderWithTexts(<Field />, "en_US");
  const field = screen.getByRole("textbox", { name: "Day" });
  expect(field).toHaveAttribute("placeholder", "YYYY-MM-DD");
  await user.type(field, "2026-02-30");
  expect(picked).not.toHaveBeenCalled();
  await user.tab();
  expect(field).toHaveValue("");
  await user.type(field, "2026/11/8");
  await user.tab();
  expect(picked).toHaveBeenLastCalledWith("2026-11-08");
  expect(field).toHaveValue("2026-11-08");
  await user.clear(field);
  expect(picked).toHaveBeenLastCalledWith("");
});

it("offers a calendar in the language of the product, by mouse and by keys", async () => {
  const user = userEvent.setup();
  await renderWithTexts(<Field first="2026-11-18" />);
  await user.click(screen.getByRole("button", { name: "打开日历" }));
  expect(await screen.findByRole("group", { name: "2026 年 11 月" })).toBeInTheDocument();
  const chosen = screen.getByRole("button", { name: /11 月 18 日$/ });
  expect(chosen).toHaveAttribute("aria-pressed", "true");
  expect(chosen).toHaveFocus();
  expect(screen.getByRole("button", { name: /11 月 2 日$/ })).toBeDisabled();
  await user.keyboard("{ArrowDown}{ArrowRight}{Enter}");
  expect(picked).toHaveBeenLastCalledWith("2026-11-26");
  expect(screen.queryByRole("group")).not.toBeInTheDocument();
});
