import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Pencil } from "lucide-react";
import { Standstill } from "@/components/features/drawing/gallery/standstill";
import { Tile } from "@/components/features/drawing/gallery/tile";
import { api } from "@/lib/client/api-client";
import type { PictureDto } from "@/lib/features/drawing/dto";
import { renderWithTexts } from "@/tests/factories/render";

const PICTURE = {
  id: "01900000-0000-7000-8000-000000000001",
  title: "",
  prompt: "a lighthouse at dusk",
} as PictureDto;

function show(more: { isTrash?: boolean } = {}, standstill = new Standstill()) {
  const given = {
    standstill,
    onPicture: jest.fn(),
    commandsOf: jest.fn(() => [{ key: "name", label: "Rename", icon: Pencil, onSelect: jest.fn() }]),
  };
  const place = { place: 7, of: 5000, left: 0, top: 340, width: 170, isTrash: false, ...more };
  return renderWithTexts(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <ul>
        <Tile picture={PICTURE} {...place} {...given} />
      </ul>
    </QueryClientProvider>,
    "en_US",
  ).then(() => given);
}

const buttons = () => screen.getAllByRole("button").map((button) => button.getAttribute("aria-label"));
const passes = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

describe("a picture of the gallery", () => {
  beforeEach(() => {
    jest.useFakeTimers();
    jest.spyOn(api, "get").mockResolvedValue({ items: [] });
  });
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });
  const user = () => userEvent.setup({ advanceTimers: jest.advanceTimersByTime });

  it("tells its place among all, and opens", async () => {
    const { onPicture } = await show();
    const item = screen.getByRole("listitem");
    expect([item.getAttribute("aria-posinset"), item.getAttribute("aria-setsize")]).toEqual(["7", "5000"]);
    await user().click(screen.getByRole("button", { name: /lighthouse/ }));
    expect(onPicture).toHaveBeenCalledWith(PICTURE);
  });

  it("has its buttons once it has stayed in view, and asks for nothing before", async () => {
    const { commandsOf } = await show();
    await passes(100);
    expect(buttons()).toHaveLength(1);
    expect(api.get).not.toHaveBeenCalled();
    await passes(400);
    expect(buttons()).toHaveLength(3);
    await passes(10);
    expect(api.get).toHaveBeenCalledTimes(1);
    expect(commandsOf).not.toHaveBeenCalled();
    await user().click(screen.getAllByRole("button").at(-1)!);
    await passes(1000);
    expect(commandsOf).toHaveBeenCalledWith(PICTURE);
  });

  it("has none while the list moves on", async () => {
    const { standstill } = await show();
    standstill.tell(true);
    await passes(2000);
    expect(buttons()).toHaveLength(1);
    expect(api.get).not.toHaveBeenCalled();
    standstill.tell(false);
    await passes(100);
    expect(buttons()).toHaveLength(3);
  });

  it("is asked for at once where the list stands still, and where it moves once it has stayed", async () => {
    const source = () => document.querySelector("img")!.getAttribute("src");
    await show();
    expect(source()).toContain(PICTURE.id);
    cleanup();
    const moving = new Standstill();
    moving.tell(true);
    await show({}, moving);
    await passes(150);
    expect(source()).toBeNull();
    await passes(100);
    expect(source()).toContain(PICTURE.id);
  });

  it("of the trash cannot be opened or collected", async () => {
    const { onPicture } = await show({ isTrash: true });
    await passes(500);
    expect(buttons()).toHaveLength(2);
    expect(screen.getByRole("button", { name: /lighthouse/ })).toBeDisabled();
    expect(api.get).not.toHaveBeenCalled();
    expect(onPicture).not.toHaveBeenCalled();
  });
});
