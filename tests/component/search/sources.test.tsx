import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { FormProvider } from "react-hook-form";
import { Toaster } from "@/components/common/toaster";
import { SourceIconField } from "@/components/features/search/sources/icon-button";
import { LimitsDrawer } from "@/components/features/search/sources/limits-drawer";
import { PagesDrawer } from "@/components/features/search/sources/pages-drawer";
import { sourceForm, valuesOf } from "@/components/features/search/sources/source-form";
import { useZodForm } from "@/components/form/use-zod-form";
import { browserQueryClient, QueryProvider } from "@/lib/client/query-client";
import { WEB_INDEX_MOST, webIndexKind } from "@/lib/config/web-index";
import type { SourcePageDto } from "@/lib/features/search/sources/dto";
import { type Answers, answerCalls } from "@/tests/factories/answers";
import { renderWithTexts } from "@/tests/factories/render";

const BASE = "/api/search/sources";
const PICTURE = "5b1f9a54-0000-7000-8000-000000000001";

async function show(part: React.ReactNode, answers: Answers) {
  const seen = answerCalls(answers);
  await renderWithTexts(
    <QueryProvider>
      {part}
      <Toaster />
    </QueryProvider>,
    "en_US",
  );
  return seen;
}

afterEach(() => act(() => browserQueryClient().clear()));

function Icon() {
  const form = useZodForm(sourceForm, valuesOf(null));
  return (
    <FormProvider {...form}>
      <SourceIconField id="new" name="Customs" />
    </FormProvider>
  );
}

const picture = (bytes: number, type = "image/png") => new File([new Uint8Array(bytes)], "icon.png", { type });

it("takes a picture of at most 1 MB as the icon of a source, and gives it back (spec 5)", async () => {
  const user = userEvent.setup({ applyAccept: false });
  const seen = await show(<Icon />, { "POST /api/files": { data: { id: PICTURE, name: "icon.png", size: 9 } } });
  const field = document.querySelector<HTMLInputElement>("input[type=file]")!;
  await user.upload(field, picture(1024 ** 2 + 1));
  expect(await screen.findByRole("alert")).toHaveTextContent("The file is too large");
  await user.upload(field, picture(9, "image/svg+xml"));
  expect(await screen.findByText("Choose a png, jpg, gif or webp picture")).toBeInTheDocument();
  expect(seen).toEqual([]);
  await user.upload(field, picture(9));
  await waitFor(() => expect(document.querySelector(`img[src="/api/files/${PICTURE}"]`)).toBeInTheDocument());
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Remove the icon" }));
  expect(document.querySelector("img")).not.toBeInTheDocument();
});

const page = (over: Partial<SourcePageDto>): SourcePageDto => ({
  ...{ id: PICTURE, address: "https://a.com/tariff", title: "Tariff", status: "found", failure: null },
  ...{ foundBy: "sitemap", language: "en", size: 2048, versionId: null },
  ...{ fetchedAt: "2026-11-27T08:00:00.000Z", checkedAt: "2026-11-27T08:00:00.000Z" },
  ...over,
});

it("lists the pages of a source with what became of them, narrowed by words and state", async () => {
  const user = userEvent.setup();
  const failure = "robots.txt of https://a.com/private forbids reading";
  const items = [page({}), page({ id: "2", address: "https://a.com/private", status: "robots", failure })];
  const source = { id: "s1", name: "Customs" };
  let found = { items, total: 2 };
  const seen = await show(<PagesDrawer source={source} onClose={() => undefined} />, {
    [`GET ${BASE}/s1/pages`]: () => ({ data: found }),
  });
  expect((await screen.findAllByRole("link", { name: "Open the page https://a.com/tariff" })).length).toBeGreaterThan(
    0,
  );
  expect(screen.getAllByText("Forbidden")[0]!.closest("[data-tooltip]")).toHaveAttribute("data-tooltip", failure);
  found = { items: [], total: 0 };
  await user.click(screen.getByRole("radio", { name: "Errors" }));
  expect(await screen.findByText("Nothing matches the filters")).toBeInTheDocument();
  expect(seen.length).toBeGreaterThan(1);
});

it("keeps limits within their bounds and sends them with what they were opened from", async () => {
  const user = userEvent.setup();
  const limits = { ...webIndexKind.parse({}), revision: "r1" };
  const onClose = jest.fn();
  const seen = await show(<LimitsDrawer onClose={onClose} />, {
    [`GET ${BASE}/limits`]: { data: limits },
    [`PUT ${BASE}/limits`]: { data: limits },
  });
  const field = await screen.findByLabelText(/Sources per person/);
  await user.clear(field);
  await user.type(field, String(WEB_INDEX_MOST.sources + 1));
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("This number is out of range")).toBeInTheDocument();
  expect(seen.some(({ call }) => call.startsWith("PUT"))).toBe(false);
  await user.clear(field);
  expect(field).toHaveValue(null);
  await user.type(field, "5");
  await user.click(screen.getByRole("switch", { name: "Whole web by default" }));
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(seen.find(({ call }) => call.startsWith("PUT"))?.body).toMatchObject({
    ...{ sourcesPerPerson: 5, openWeb: false, personal: true, revision: "r1" },
  });
});
