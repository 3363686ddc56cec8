import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { FormProvider } from "react-hook-form";
import { z } from "zod";
import { RangeField } from "@/components/form/range-field";
import { useZodForm } from "@/components/form/use-zod-form";
import { renderWithTexts } from "@/tests/factories/render";

const schema = z.object({ count: z.number("number").int(), random: z.number().nullable() });

function Form() {
  const form = useZodForm(schema, { count: 5, random: 0.5 });
  return (
    <FormProvider {...form}>
      <RangeField name="count" label="Count" hint="1 to 9" min={1} max={9} />
      <RangeField
        name="random"
        label="Random"
        hint="0 to 2"
        min={0}
        max={2}
        step={0.1}
        unset={{ is: "Model default", reset: "Use the default" }}
      />
    </FormProvider>
  );
}

it("stays empty when it is cleared, and says that a number is needed", async () => {
  const user = userEvent.setup();
  await renderWithTexts(<Form />, "en_US");
  const number = screen.getByRole("spinbutton", { name: "Count" });
  await user.clear(number);
  await user.tab();
  expect(number).toHaveValue(null);
  expect(await screen.findByText("Enter a number")).toBeInTheDocument();
  await user.type(number, "7");
  expect(screen.getByRole("slider", { name: "Count" })).toHaveValue("7");
});

it("says in words that nothing is set", async () => {
  const user = userEvent.setup();
  await renderWithTexts(<Form />, "en_US");
  const slider = screen.getByRole("slider", { name: "Random" });
  expect(slider).not.toHaveAttribute("aria-valuetext");
  await user.click(screen.getByRole("button", { name: "Use the default" }));
  expect(slider).toHaveAttribute("aria-valuetext", "Model default");
  expect(screen.getByRole("spinbutton", { name: "Random" })).toHaveAttribute("placeholder", "Model default");
});
