import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { FormProvider, useWatch } from "react-hook-form";
import { AddressTester } from "@/components/features/search/sources/address-tester";
import { DomainEditor } from "@/components/features/search/sources/domain-editor";
import { inputOf, sourceForm, valuesOf } from "@/components/features/search/sources/source-form";
import { useZodForm } from "@/components/form/use-zod-form";
import { renderWithTexts } from "@/tests/factories/render";

function Both() {
  const form = useZodForm(sourceForm, valuesOf(null));
  const lines = useWatch({ control: form.control, name: "lines" });
  return (
    <FormProvider {...form}>
      <DomainEditor name="lines" />
      <AddressTester lines={lines} />
    </FormProvider>
  );
}

it("says of each line what was done to it, and judges addresses by the unsaved list (spec C2)", async () => {
  await renderWithTexts(<Both />, "en_US");
  const editor = screen.getByRole("textbox", { name: /Domains/ });
  await userEvent.click(editor);
  await userEvent.paste("https://ec.europa.eu/x\nEC.europa.eu\n=a.com\nnot a domain");
  expect(screen.getByText("2 / 20")).toBeInTheDocument();
  const notes = screen.getAllByRole("listitem").map(({ textContent }) => textContent);
  expect(notes).toEqual([
    "1: Scheme, port or path removed",
    "2: Same as line 1, merged",
    "3: This name alone",
    "4: Not a valid domain",
  ]);
  const tester = screen.getByRole("textbox", { name: "Address to try" });
  await userEvent.type(tester, "https://ec.europa.eu.login-check.net/cbam{Enter}");
  expect(screen.getAllByText("Only looks alike: the host is ec.europa.eu.login-check.net").length).toBeGreaterThan(0);
  await userEvent.clear(tester);
  await userEvent.type(tester, "https://tax.ec.europa.eu/");
  expect(screen.getByText("Below ec.europa.eu, entry 1")).toBeInTheDocument();
});

it("sends the lines as they were written, and refuses a list that does not count", () => {
  const values = { ...valuesOf(null), name: "x", lines: "https://a.com:81/\n\n=b.com" };
  expect(inputOf(sourceForm.parse(values))).toMatchObject({
    domains: ["https://a.com:81/", "=b.com"],
    everyHours: 24,
    pauseMs: 1000,
  });
  const issues = (lines: string) =>
    sourceForm.safeParse({ ...values, lines }).error?.issues.map(({ message }) => message);
  expect(issues("user@a.com")).toEqual(["domain"]);
  expect(issues("")).toEqual(["required"]);
  expect(issues(Array.from({ length: 21 }, (_, at) => `d${at}.com`).join("\n"))).toEqual(["domainsMax"]);
});
