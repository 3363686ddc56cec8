import { act, screen } from "@testing-library/react";
import { lazy, useState } from "react";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { toastStore } from "@/lib/client/toast";
import { renderWithTexts } from "@/tests/factories/render";

function Broken(): never {
  throw new TypeError("a mistake of ours");
}

const Lost = lazy(async (): Promise<{ default: () => null }> => {
  throw Object.assign(new Error("Failed to load chunk /x.js"), { name: "ChunkLoadError" });
});

function Screen({ onFailure }: { onFailure: () => void }) {
  const [wanted, setWanted] = useState(true);
  const forget = () => {
    onFailure();
    setWanted(false);
  };
  const button = <button type="button">打开</button>;
  return (
    <>
      <input aria-label="输入" defaultValue="没说完的话" />
      <LazyBoundary fallback={button} onFailure={forget}>
        {wanted ? <Lost /> : button}
      </LazyBoundary>
    </>
  );
}

beforeEach(() => {
  jest.spyOn(console, "error").mockImplementation(() => undefined);
  toastStore.set(null);
  // A reload happened just now, so none may follow.
  window.sessionStorage.setItem("last-reload", String(Date.now()));
});

describe("a part that is loaded on first use", () => {
  it("leaves the screen alone when it cannot be fetched, says so, and can be tried again", async () => {
    const onFailure = jest.fn();
    await act(async () => {
      await renderWithTexts(<Screen onFailure={onFailure} />);
    });
    expect(screen.getByLabelText("输入")).toHaveValue("没说完的话");
    expect(screen.getByRole("button", { name: "打开" })).toBeInTheDocument();
    expect(toastStore.get()).toMatchObject({ kind: "error", text: { key: "networkError" } });
    expect(onFailure).toHaveBeenCalledTimes(1);
  });

  it("does not hide other failures", async () => {
    await expect(
      renderWithTexts(
        <LazyBoundary>
          <Broken />
        </LazyBoundary>,
      ),
    ).rejects.toThrow("a mistake of ours");
  });
});
