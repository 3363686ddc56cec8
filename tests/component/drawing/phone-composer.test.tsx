import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { PhoneComposer } from "@/components/features/drawing/panel/phone-composer";
import { useLimit } from "@/components/features/drawing/use-limit";
import type { DrawingSettings } from "@/lib/features/drawing/settings";
import { renderWithTexts } from "@/tests/factories/render";

const SETTINGS = { prompt: "hills", size: "square", quality: "standard", count: 1 } as unknown as DrawingSettings;

function Composer({ used, count, onDraw }: { used: number; count: number; onDraw: () => void }) {
  const limit = useLimit({ used, most: 3 });
  const rest = { isBusy: false, onChange: jest.fn(), onOptions: jest.fn(), onDraw };
  return <PhoneComposer settings={{ ...SETTINGS, count }} limit={limit} {...rest} />;
}

async function show(used: number, count = 1) {
  const onDraw = jest.fn();
  await renderWithTexts(<Composer used={used} count={count} onDraw={onDraw} />, "en_US");
  return { onDraw, button: screen.getByRole("button", { name: "Draw" }) };
}

describe("the foot of a phone", () => {
  it("draws while the day has pictures left", async () => {
    const { onDraw, button } = await show(2);
    expect(screen.queryByRole("status")).toBeNull();
    await userEvent.click(button);
    expect(onDraw).toHaveBeenCalledTimes(1);
  });

  it("says when the day's pictures come back", async () => {
    const { button } = await show(3);
    expect(button).toBeDisabled();
    expect(screen.getByRole("status")).toHaveTextContent("More from 00:00");
  });

  it("says how many are left where more are asked for", async () => {
    const { button } = await show(2, 2);
    expect(button).toBeDisabled();
    expect(screen.getByRole("status")).toHaveTextContent("Only 1 picture is left today");
  });
});
