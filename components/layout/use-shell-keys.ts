import { useEffect } from "react";
import { readStored, STORED } from "@/lib/client/stored";
import { closeLayer, openLayer, shellLayerStore } from "./shell-state";

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName));

/** Keys of the shell (design 8): Ctrl/Cmd K palette, Ctrl/Cmd B menu, ? list of shortcuts unless it is switched off. */
export function useShellKeys(onToggleMenu: () => void): void {
  useEffect(() => {
    const handle = (event: KeyboardEvent) => {
      if (event.isComposing) return;
      const command = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      const key = event.key.toLowerCase();
      if (command && key === "k") {
        event.preventDefault();
        if (shellLayerStore.get() === "palette") closeLayer();
        else openLayer("palette");
      } else if (command && key === "b") {
        event.preventDefault();
        onToggleMenu();
      } else if (event.key === "?" && !isTyping(event.target) && readStored(STORED.singleKeys) !== "off") {
        event.preventDefault();
        openLayer("shortcuts");
      }
    };
    window.addEventListener("keydown", handle);
    return () => window.removeEventListener("keydown", handle);
  }, [onToggleMenu]);
}
