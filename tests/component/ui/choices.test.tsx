import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { Switch } from "@/components/ui/switch";

function Notify({ disabled }: { disabled?: boolean }) {
  const [on, setOn] = useState(false);
  return (
    <label htmlFor="notify">
      Notify
      <Switch id="notify" checked={on} disabled={disabled} onCheckedChange={setOn} />
    </label>
  );
}

it("a switch tells what it is, and acts by its label too, but not while it is disabled", () => {
  const { rerender } = render(<Notify />);
  const control = screen.getByRole("switch", { name: "Notify" });
  expect(control).not.toBeChecked();
  fireEvent.click(control);
  expect(control).toBeChecked();
  fireEvent.click(screen.getByText("Notify"));
  expect(control).not.toBeChecked();
  rerender(<Notify disabled />);
  fireEvent.click(control);
  expect(control).not.toBeChecked();
});

it("a checkbox shows a part of a selection, and all of it after a click", () => {
  const told: boolean[] = [];
  const onCheckedChange = (checked: boolean) => told.push(checked);
  const { rerender } = render(<Checkbox aria-label="All" checked="indeterminate" onCheckedChange={onCheckedChange} />);
  const control = screen.getByRole("checkbox", { name: "All" });
  expect(control).toBePartiallyChecked();
  fireEvent.click(control);
  rerender(<Checkbox aria-label="All" checked onCheckedChange={onCheckedChange} />);
  expect(control).toBeChecked();
  fireEvent.click(control);
  rerender(<Checkbox aria-label="All" checked={false} onCheckedChange={onCheckedChange} />);
  expect(control).not.toBeChecked();
  fireEvent.click(control);
  expect(told).toEqual([true, false, true]);
});
