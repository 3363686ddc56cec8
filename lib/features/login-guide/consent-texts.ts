/** What the consent pages of the other side show, to be entered there: not texts of ours, so in both languages at once. */
export const CONSENT_TEXTS = {
  zh: {
    adminName: "以员工身份访问 AI 平台",
    adminText: "允许 Teams 以已登录员工的身份调用 AI 平台，让员工打开应用时直接登录。",
    userName: "以你的身份访问 AI 平台",
    userText: "允许 Teams 以你的身份调用 AI 平台，打开应用时直接登录。",
  },
  en: {
    adminName: "Access the AI platform as the user",
    adminText:
      "Lets Teams call the AI platform as the signed-in user, so that people are signed in when they open the app.",
    userName: "Access the AI platform as you",
    userText: "Lets Teams call the AI platform as you, so that you are signed in when you open the app.",
  },
} as const;
