import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { DialogHost } from "@/components/common/dialog-host";
import { Toaster } from "@/components/common/toaster";
import { LinksSection } from "@/components/features/personal/links-section";
import { toastStore } from "@/lib/client/toast";
import type { OwnLinksDto } from "@/lib/features/personal/dto";
import { answerCalls } from "@/tests/factories/answers";
import { renderWithTexts } from "@/tests/factories/render";

const SITE = { id: "c1", kind: "oidc" as const, nameZh: "公司账号", nameEn: "Company ID" };
const DIRECTORY = { id: "c2", kind: "ldap" as const, nameZh: "域账号", nameEn: "Directory" };
const LINK = {
  id: "a".repeat(64),
  issuer: "https://id.example",
  label: "li@corp.test",
  channel: SITE,
  logoUrl: null,
  isOn: true,
  createdAt: "2026-01-02T03:04:05.000Z",
  lastUsedAt: null,
};
const NONE: OwnLinksDto = { links: [], channels: [] };

const section = (first: OwnLinksDto, failure: string | null = null) => (
  <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })}>
    <LinksSection first={first} failure={failure} />
    <DialogHost />
    <Toaster />
  </QueryClientProvider>
);

beforeEach(() => window.history.replaceState(null, "", "/user/info"));
afterEach(() => act(() => toastStore.set(null)));

it("is not there where nothing is linked and nothing can be", async () => {
  answerCalls({});
  await renderWithTexts(section(NONE));
  expect(screen.queryByRole("region")).not.toBeInTheDocument();
});

it.each([
  ["zh_CN", "关联账号", "公司账号", "还没有用它登录过"],
  ["en_US", "Linked accounts", "Company ID", "not used to sign in yet"],
] as const)("names links by their channel in %s", async (locale, title, name, unused) => {
  answerCalls({});
  await renderWithTexts(section({ links: [LINK], channels: [] }), locale);
  const row = within(screen.getByRole("region", { name: title })).getByRole("listitem");
  expect(row).toHaveTextContent(name);
  expect(row).toHaveTextContent("li@corp.test");
  expect(row).toHaveTextContent(unused);
});

it("announces why a link came to nothing, and cleans the address", async () => {
  answerCalls({});
  window.history.replaceState(null, "", "/user/info?failed=channelBoundElsewhere#links");
  await renderWithTexts(section(NONE, "这个外部账号已经绑定了其他人"));
  expect(await screen.findByRole("alert")).toHaveTextContent("这个外部账号已经绑定了其他人");
  expect(window.location.search + window.location.hash).toBe("#links");
});

it("says once that a link was made", async () => {
  answerCalls({});
  window.history.replaceState(null, "", "/user/info?link=done");
  await renderWithTexts(section({ links: [LINK], channels: [] }));
  expect(await screen.findByText("已关联")).toBeInTheDocument();
  expect(window.location.search).toBe("");
});

it("asks for account and password of a directory, and shows what was wrong there", async () => {
  const seen = answerCalls({
    "POST /api/user/bindings": (body) =>
      (body as { password: string }).password === "right"
        ? { data: { linked: true } }
        : { code: 400, message: "账号或密码不正确", data: { error: "wrongCredentials" } },
    "GET /api/user/bindings": { data: { links: [{ ...LINK, channel: DIRECTORY }], channels: [] } },
  });
  await renderWithTexts(section({ links: [], channels: [{ ...DIRECTORY, logoUrl: null }] }));
  await userEvent.click(screen.getByRole("button", { name: "关联 域账号" }));
  const dialog = await screen.findByRole("dialog", { name: "关联 域账号" });
  const send = () => userEvent.click(within(dialog).getByRole("button", { name: "关联" }));
  await send();
  expect(await within(dialog).findByText("请填写账号")).toBeInTheDocument();
  expect(seen).toEqual([]);
  await userEvent.type(within(dialog).getByLabelText(/^账号/), " li ");
  await userEvent.type(within(dialog).getByLabelText(/^密码/), "wrong");
  await send();
  expect(await within(dialog).findByText("账号或密码不正确")).toBeInTheDocument();
  await userEvent.clear(within(dialog).getByLabelText(/^密码/));
  await userEvent.type(within(dialog).getByLabelText(/^密码/), "right");
  await send();
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  expect(seen.filter(({ call }) => call.startsWith("POST")).at(-1)?.body).toEqual({
    channelId: "c2",
    account: "li",
    password: "right",
  });
  expect(await screen.findByRole("list", { name: "已关联的账号" })).toHaveTextContent("域账号");
});

it("keeps a link that may not be taken away", async () => {
  answerCalls({
    "DELETE /api/user/bindings": { code: 409, message: "这是你唯一的登录方式，不能解除", data: { error: "lastWayIn" } },
  });
  await renderWithTexts(section({ links: [LINK], channels: [] }));
  await userEvent.click(screen.getByRole("button", { name: "解除关联 公司账号" }));
  const dialog = await screen.findByRole("alertdialog");
  expect(dialog).toHaveTextContent("公司账号 (li@corp.test)");
  await userEvent.click(within(dialog).getByRole("button", { name: "解除" }));
  await waitFor(() => expect(within(dialog).getByRole("button", { name: "解除" })).not.toHaveAttribute("aria-busy"));
  expect(screen.getByText("li@corp.test ·")).toBeInTheDocument();
});
