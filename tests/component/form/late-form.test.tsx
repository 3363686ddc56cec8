import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { FormProvider } from "react-hook-form";
import { z } from "zod";
import { TextField } from "@/components/form/text-field";
import { useLateZodForm } from "@/components/form/use-late-zod-form";
import { renderWithTexts } from "@/tests/factories/render";

const schema = z.object({ name: z.string().trim().min(1, "required") });
type Values = z.infer<typeof schema>;

function Form({ load, onSave }: { load: () => Promise<typeof schema>; onSave: (values: Values) => void }) {
  const form = useLateZodForm<Values, Values>(load, { name: "" });
  return (
    <FormProvider {...form}>
      <form onSubmit={form.handleSubmit((values) => onSave(values))}>
        <TextField name="name" label="名称" />
        <button type="submit">保存</button>
      </form>
    </FormProvider>
  );
}

const save = () => userEvent.click(screen.getByRole("button", { name: "保存" }));

describe("a form whose schema comes late", () => {
  it("is checked by it", async () => {
    const onSave = jest.fn();
    await renderWithTexts(<Form load={async () => schema} onSave={onSave} />, "en_US");
    await save();
    expect(await screen.findByText("Required field cannot be empty")).toBeInTheDocument();
    await userEvent.type(screen.getByLabelText("名称"), " 李娜 ");
    await save();
    await waitFor(() => expect(onSave).toHaveBeenCalledWith({ name: "李娜" }));
    expect(onSave).toHaveBeenCalledTimes(1);
  });

  it("leaves the check to the server where the schema cannot be fetched", async () => {
    const onSave = jest.fn();
    await renderWithTexts(<Form load={() => Promise.reject(new Error("Failed to load chunk"))} onSave={onSave} />);
    await userEvent.type(screen.getByLabelText("名称"), " 李娜 ");
    await save();
    await waitFor(() => expect(onSave).toHaveBeenCalledWith({ name: " 李娜 " }));
  });
});
