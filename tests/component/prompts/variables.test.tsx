import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { FormProvider, useForm, useWatch } from "react-hook-form";
import { VariablesEditor } from "@/components/features/prompts/variables-editor";
import type { PromptVariable } from "@/lib/prompts/kinds";
import { renderWithTexts } from "@/tests/factories/render";

let values: PromptVariable[] = [];

function Form({ content, variables }: { content: string; variables: PromptVariable[] }) {
  const form = useForm({ defaultValues: { content, variables } });
  values = useWatch({ control: form.control, name: "variables" });
  return (
    <FormProvider {...form}>
      <VariablesEditor />
    </FormProvider>
  );
}

const tone: PromptVariable = { name: "tone", label: "Tone", kind: "choice", required: false, options: [] };

it("takes each line of a choice once, without the spaces around it and without empty ones", async () => {
  await renderWithTexts(<Form content="Write {{tone}}" variables={[tone]} />, "en_US");
  await userEvent.type(screen.getByLabelText(/options/i), "  short {enter}{enter}long{enter}short");
  expect(values).toEqual([{ ...tone, options: ["short", "long"] }]);
});

it("asks for each placeholder of the words, and for no other", async () => {
  await renderWithTexts(<Form content="Write {{tone}} of {{subject}}" variables={[tone]} />, "en_US");
  expect(screen.getAllByRole("listitem")).toHaveLength(2);
  expect(screen.getByText("{{subject}}")).toBeInTheDocument();
});
