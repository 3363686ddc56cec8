import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { GuideBody } from "@/components/features/login-guide/guide-body";
import { toastStore } from "@/lib/client/toast";
import type { GuideDto } from "@/lib/features/login-guide/dto";
import { type Answers, answerCalls } from "@/tests/factories/answers";
import { renderWithTexts } from "@/tests/factories/render";

const GUIDE: GuideDto = {
  channelId: "c1",
  nameZh: "公司账号",
  nameEn: "Company ID",
  done: [],
  finishedAt: null,
  clientId: "client-1",
  tenantId: "",
  redirectUrl: "https://ai.example/api/public/login/c1/callback",
  appIdUri: "api://ai.example/client-1",
  consentUrl: "",
  hasTeams: true,
  missing: [],
};
const READ = "GET /api/admin/login-channels/c1/guide";
const KEEP = "PUT /api/admin/login-channels/c1/guide";

async function open(answers: Answers, locale: "zh_CN" | "en_US" = "en_US") {
  const seen = answerCalls(answers);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  await renderWithTexts(
    <QueryClientProvider client={client}>
      <GuideBody channelId="c1" />
    </QueryClientProvider>,
    locale,
  );
  return seen;
}
const steps = () => within(screen.getByRole("list", { name: /Admin guide|管理员指引/ })).getAllByRole("checkbox");

afterEach(() => act(() => toastStore.set(null)));

it.each([
  ["zh_CN", "完成：添加范围", "先在渠道设置里填好"],
  ["en_US", "Done: Add a scope", "Enter it in the channel’s settings first"],
] as const)("shows every step with real values in %s, and says which are not there yet", async (locale, tick, gap) => {
  await open({ [READ]: { data: GUIDE } }, locale);
  expect(await screen.findByRole("checkbox", { name: tick })).not.toBeChecked();
  expect(steps()).toHaveLength(9);
  for (const text of [GUIDE.clientId, GUIDE.redirectUrl, GUIDE.appIdUri, "access_as_user"]) {
    expect(screen.getByText(text)).toBeInTheDocument();
  }
  // Tenant and consent link.
  expect(screen.getAllByText(gap)).toHaveLength(2);
  expect(screen.queryByRole("link")).not.toBeInTheDocument();
});

it("leaves out what only the team client needs where it is not used", async () => {
  await open({ [READ]: { data: { ...GUIDE, hasTeams: false } } });
  await screen.findByRole("checkbox", { name: "Done: Register the app" });
  expect(steps()).toHaveLength(5);
  expect(screen.queryByText("access_as_user")).not.toBeInTheDocument();
});

it("keeps a tick, and takes it back when it could not be kept", async () => {
  let isRefused = false;
  const seen = await open({
    [READ]: { data: GUIDE },
    [KEEP]: (body) =>
      isRefused
        ? { code: 500, message: "no" }
        : { data: { ...GUIDE, done: (body as { done: GuideDto["done"] }).done } },
  });
  await userEvent.click(await screen.findByRole("checkbox", { name: "Done: Add a scope" }));
  await waitFor(() => expect(screen.getByText("1 of 9 steps done")).toBeInTheDocument());
  expect(seen.at(-1)?.body).toEqual({ done: ["scope"], finished: false });
  isRefused = true;
  await userEvent.click(screen.getByRole("checkbox", { name: "Done: Register the app" }));
  await waitFor(() => expect(screen.getByRole("checkbox", { name: "Done: Register the app" })).not.toBeChecked());
  expect(screen.getByRole("checkbox", { name: "Done: Add a scope" })).toBeChecked();
});

it("ends by itself with the last tick", async () => {
  const all: GuideDto["done"] = ["register", "redirect", "secret", "consent"];
  const seen = await open({
    [READ]: { data: { ...GUIDE, hasTeams: false, done: all } },
    [KEEP]: (body) => ({
      data: { ...GUIDE, hasTeams: false, ...(body as object), finishedAt: "2026-01-02T03:04:05.000Z" },
    }),
  });
  await userEvent.click(await screen.findByRole("checkbox", { name: "Done: Tell people what they will see" }));
  expect(await screen.findByText(/^Done on/)).toBeInTheDocument();
  expect(seen.at(-1)?.body).toEqual({ done: [...all, "people"], finished: true });
});

it("names what the package lacks instead of a button", async () => {
  await open({ [READ]: { data: { ...GUIDE, missing: ["homeUrl", "appName"] } } });
  expect(await screen.findByText("home URL (beginning with https://)")).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Download the app package" })).not.toBeInTheDocument();
});
