import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { act } from "react";
import { TooltipLayer } from "@/components/ui/tooltip";

const user = userEvent.setup();

it("is shown where the keyboard walks to, not where a dialog that opens puts the focus", async () => {
  render(
    <>
      <button type="button">Open</button>
      <button type="button" data-tooltip="Close it">
        x
      </button>
      <TooltipLayer />
    </>,
  );
  // As a dialog does that was opened with Enter.
  await user.tab();
  await user.keyboard("{Enter}");
  act(() => screen.getByRole("button", { name: "x" }).focus());
  expect(screen.queryByText("Close it")).toBeNull();
  await user.tab({ shift: true });
  await user.tab();
  expect(screen.getByText("Close it")).toBeVisible();
});
