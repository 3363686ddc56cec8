import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { FormProvider } from "react-hook-form";
import { z } from "zod";
import { ChoiceField } from "@/components/form/choice-field";
import { applyServerErrors } from "@/components/form/server-errors";
import { TextField } from "@/components/form/text-field";
import { TextareaField } from "@/components/form/textarea-field";
import { useZodForm } from "@/components/form/use-zod-form";
import { ApiError } from "@/lib/client/api-error";
import { renderWithTexts } from "@/tests/factories/render";

const schema = z.object({
  name: z.string().trim().min(1, "required").max(5, "tooLong"),
  note: z.string(),
  window: z.number().int().min(1, "range").optional(),
  enabled: z.boolean(),
});

function Form({ onSave }: { onSave: (values: z.infer<typeof schema>) => unknown }) {
  const form = useZodForm(schema, { name: "", note: "", enabled: false });
  const handleSave = form.handleSubmit(async (values) => {
    const failure = await onSave(values);
    applyServerErrors(form, failure);
  });
  return (
    <FormProvider {...form}>
      <form onSubmit={handleSave}>
        <TextField name="name" label="名称" hint="最多 5 个字" required />
        <TextareaField name="note" label="说明" />
        <TextField name="window" label="上下文" kind="number" />
        <ChoiceField name="enabled" label="启用" kind="switch" />
        <button type="submit">保存</button>
      </form>
    </FormProvider>
  );
}

const save = () => userEvent.click(screen.getByRole("button", { name: "保存" }));

describe("form fields", () => {
  it("say what is wrong when left and on submit, in the language of the page, and get the focus", async () => {
    const onSave = jest.fn();
    await renderWithTexts(<Form onSave={onSave} />, "en_US");
    const name = screen.getByLabelText(/名称/);
    expect(name).toHaveAccessibleDescription("最多 5 个字");
    await userEvent.click(name);
    await userEvent.tab();
    expect(await screen.findByText("Required field cannot be empty")).toBeInTheDocument();
    expect(name).toHaveAccessibleDescription("Required field cannot be empty");
    await save();
    expect(name).toHaveFocus();
    expect(onSave).not.toHaveBeenCalled();
  });

  it("give the schema's values: trimmed text, numbers, undefined for an empty number", async () => {
    const onSave = jest.fn();
    await renderWithTexts(<Form onSave={onSave} />);
    await userEvent.type(screen.getByLabelText(/名称/), " 模型 ");
    await userEvent.type(screen.getByLabelText("上下文"), "8192");
    await userEvent.click(screen.getByRole("switch", { name: "启用" }));
    await save();
    await waitFor(() =>
      expect(onSave).toHaveBeenLastCalledWith({ name: "模型", note: "", window: 8192, enabled: true }),
    );
    await userEvent.clear(screen.getByLabelText("上下文"));
    await save();
    await waitFor(() => expect(onSave).toHaveBeenLastCalledWith({ name: "模型", note: "", enabled: true }));
  });

  it("show the server's errors at their fields, unknown keys as a general one", async () => {
    const failure = new ApiError({
      code: 400,
      data: { fields: { name: "tooLong", note: "somethingNew", other: "x" } },
    });
    await renderWithTexts(<Form onSave={() => failure} />);
    await userEvent.type(screen.getByLabelText(/名称/), "模型");
    await save();
    expect(await screen.findByText("内容过长")).toBeInTheDocument();
    expect(screen.getByText("内容不符合要求")).toBeInTheDocument();
    expect(screen.getByLabelText(/名称/)).toHaveFocus();
  });
});
