import { screen } from "@testing-library/react";
import { FormProvider } from "react-hook-form";
import { ReadingSection } from "@/components/features/configuration/reading-section";
import { useZodForm } from "@/components/form/use-zod-form";
import { BASIC_KIND_NAMES, BASIC_KINDS } from "@/lib/config/config-kinds";
import type { BasicDto } from "@/lib/features/configuration/dto";
import { type BasicForm, basicForm } from "@/lib/features/configuration/schema";
import { renderWithTexts } from "@/tests/factories/render";

const values = Object.fromEntries(BASIC_KIND_NAMES.map((kind) => [kind, BASIC_KINDS[kind].parse({})]));

function Shown({ isOn = false, ...recognition }: BasicDto["recognition"] & { isOn?: boolean }) {
  const readingConfig = { recognisesScans: isOn };
  const form = useZodForm(basicForm, { ...values, readingConfig, mailPassword: "" } as BasicForm);
  return (
    <FormProvider {...form}>
      <ReadingSection recognition={recognition} />
    </FormProvider>
  );
}

const button = () => screen.getByRole("switch", { name: "没有视觉模型时，识别扫描件和图片中的文字" });

it("is off at first, and says what reads pictures now", async () => {
  const { rerenderWithTexts } = await renderWithTexts(<Shown isInstalled model={null} />);
  expect(button()).not.toBeChecked();
  expect(button()).toBeEnabled();
  expect(screen.getByText(/现在没有视觉模型/)).toBeVisible();
  rerenderWithTexts(<Shown isInstalled model="Vision 1" />);
  expect(screen.getByText(/现在由视觉模型“Vision 1”读取；它优先/)).toBeVisible();
});

it("cannot be turned on without its packages, and says how to get them", async () => {
  await renderWithTexts(<Shown isInstalled={false} model={null} />);
  expect(button()).toBeDisabled();
  expect(screen.getByText(/没有安装，无法开启/)).toBeVisible();
  expect(screen.getByText("npm ci --include=optional")).toBeVisible();
});

it("can be turned off where the packages went away, and says that it does nothing", async () => {
  await renderWithTexts(<Shown isInstalled={false} model={null} isOn />);
  expect(button()).toBeEnabled();
  expect(button()).toBeChecked();
  expect(screen.getByText(/已开启，但识别所需的组件不在/)).toBeVisible();
});
