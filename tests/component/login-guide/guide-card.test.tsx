import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { GuideCard } from "@/components/features/login-guide/guide-card";
import { toastStore } from "@/lib/client/toast";
import type { GuideDto } from "@/lib/features/login-guide/dto";
import { answerCalls } from "@/tests/factories/answers";
import { renderWithTexts } from "@/tests/factories/render";

let query = "";
jest.mock("next/navigation", () => ({ useSearchParams: () => new URLSearchParams(query) }));

const guide = (channelId: string, change: Partial<GuideDto> = {}): GuideDto => ({
  channelId,
  nameZh: `公司 ${channelId}`,
  nameEn: `Company ${channelId}`,
  done: ["register"],
  finishedAt: null,
  clientId: "",
  tenantId: "",
  redirectUrl: "https://ai.example/callback",
  appIdUri: "",
  consentUrl: "",
  hasTeams: true,
  missing: [],
  ...change,
});
const channel = (id: string, status = "enabled", kind = "entra") => ({ id, status, kind });
const pathOf = (id: string) => `/api/admin/login-channels/${id}/guide`;

async function open(channels: ReturnType<typeof channel>[], ...guides: GuideDto[]) {
  const seen = answerCalls({
    ...Object.fromEntries(guides.map((one) => [`GET ${pathOf(one.channelId)}`, { data: one }])),
    ...Object.fromEntries(
      guides.map((one) => [
        `PUT ${pathOf(one.channelId)}`,
        { data: { ...one, finishedAt: "2026-01-02T03:04:05.000Z" } },
      ]),
    ),
  });
  await renderWithTexts(
    <QueryClientProvider client={new QueryClient()}>
      <GuideCard channels={channels} />
    </QueryClientProvider>,
    "en_US",
  );
  return seen;
}

beforeEach(() => {
  query = "";
  window.history.replaceState(null, "", "/system/system-manage/login-channel?q=a");
});
afterEach(() => act(() => toastStore.set(null)));

it("stands above the channels once, while the guide of one that is on is unfinished", async () => {
  const channels = [channel("1"), channel("2"), channel("3", "disabled"), channel("4", "enabled", "oidc")];
  const seen = await open(channels, guide("1", { finishedAt: "2026-01-02T03:04:05.000Z" }), guide("2"), guide("3"));
  expect(await screen.findByRole("region", { name: "Finish the admin guide of Company 2" })).toHaveTextContent(
    "1 of 9 steps done",
  );
  expect(seen.map(({ call }) => call)).toEqual([`GET ${pathOf("1")}`, `GET ${pathOf("2")}`]);
  await userEvent.click(screen.getByRole("button", { name: "Open the guide" }));
  expect(window.location.search).toBe("?q=a&guide=2");
  await userEvent.click(screen.getByRole("button", { name: "No longer needed" }));
  await waitFor(() => expect(screen.queryByRole("region")).not.toBeInTheDocument());
  expect(seen.at(-1)).toEqual({ call: `PUT ${pathOf("2")}`, body: { done: ["register"], finished: true } });
});

it("opens the guide an address asks for, of a channel that is off too, and closes it", async () => {
  query = "q=a&guide=3";
  window.history.replaceState(null, "", "/system/system-manage/login-channel?q=a&guide=3");
  await open([channel("3", "disabled")], guide("3"));
  expect(await screen.findByRole("dialog", { name: "Admin guide" })).toBeInTheDocument();
  expect(await screen.findByRole("checkbox", { name: "Done: Register the app" })).toBeChecked();
  await userEvent.keyboard("{Escape}");
  expect(window.location.search).toBe("?q=a");
});

it("is not there for channels of other kinds", async () => {
  query = "guide=4";
  const seen = await open([channel("4", "enabled", "oidc")]);
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  expect(screen.queryByRole("region")).not.toBeInTheDocument();
  expect(seen).toEqual([]);
});
