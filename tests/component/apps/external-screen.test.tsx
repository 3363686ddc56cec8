import { act, screen } from "@testing-library/react";
import { ExternalScreen } from "@/components/features/apps/external-screen";
import type { OpenAppDto } from "@/lib/features/apps/dto";
import { renderWithTexts } from "@/tests/factories/render";

jest.mock("@/components/features/apps/apps-frame", () => ({ AppsSidebar: () => null }));

const APP: OpenAppDto = {
  ...{ id: "01940000-0000-7000-8000-000000000001", kind: "external", name: "Intranet", icon: "globe", description: "" },
  ...{ owner: { id: "01940000-0000-7000-8000-000000000002", name: "Ada", department: null }, version: 1 },
  ...{ mayManage: false, isFavourite: false, isTrial: false, pinnedVersion: null, opening: "", questions: [] },
  ...{ variables: [], takesFiles: false, hasVoice: true, url: "https://intranet.example.org/start" },
};
const asked = jest.fn<Promise<Response>, Parameters<typeof fetch>>();
const before = globalThis.fetch;
beforeEach(() => {
  globalThis.fetch = asked.mockReset();
});
afterAll(() => {
  globalThis.fetch = before;
});

it("a page that does not answer is told of, with the way to a tab of its own; it hears nothing of the person", async () => {
  const answer = Promise.withResolvers<Response>();
  asked.mockReturnValue(answer.promise);
  await renderWithTexts(<ExternalScreen app={APP} framing="unknown" />, "en_US");
  await act(async () => answer.reject(new TypeError("Failed to fetch")));
  expect(screen.getByRole("alert")).toHaveTextContent("intranet.example.org");
  expect(screen.getByRole("link", { name: "Open in a new tab" })).toHaveAttribute("href", APP.url);
  expect(screen.queryByTitle("Intranet")).toBeNull();
  expect(asked.mock.calls).toEqual([
    [APP.url, expect.objectContaining({ mode: "no-cors", credentials: "omit", referrerPolicy: "no-referrer" })],
  ]);
});

it("one that answers is shown, and one the server has reached is not asked again", async () => {
  asked.mockResolvedValue({} as Response);
  const { unmount } = await renderWithTexts(<ExternalScreen app={APP} framing="unknown" />, "en_US");
  expect(screen.getByTitle("Intranet")).toHaveAttribute("src", APP.url);
  unmount();
  await renderWithTexts(<ExternalScreen app={APP} framing="allowed" />, "en_US");
  expect(screen.getByTitle("Intranet")).toHaveAttribute("referrerpolicy", "no-referrer");
  expect(asked).toHaveBeenCalledTimes(1);
});

it("one that refuses to be shown inside another is not tried", async () => {
  await renderWithTexts(<ExternalScreen app={APP} framing="refused" />, "en_US");
  expect(screen.getByRole("alert")).toBeVisible();
  expect(screen.queryByTitle("Intranet")).toBeNull();
  expect(asked).not.toHaveBeenCalled();
});
