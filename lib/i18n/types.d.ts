import type { Messages } from "./messages";

// An unknown key is a type error.
declare module "next-intl" {
  interface AppConfig {
    Locale: "zh-CN" | "en-GB";
    Messages: Messages;
  }
}
