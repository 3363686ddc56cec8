import type { PublicText } from "./public-text";

export const PRIVACY: PublicText = {
  zh_CN: {
    title: "隐私声明",
    markdown: `本系统由你所在的组织部署和运营，数据保存在组织自己的服务器上。

## 保存哪些数据

- **账号信息**：账号、姓名、部门、角色、语言设置，以及登录时间、地址和设备说明。
- **使用内容**：你发送的问题、上传的文件和得到的回答，用于让你继续对话和查找记录。
- **用量记录**：每次调用的模型、时间和 Token 数，用于额度控制和统计。
- **操作日志**：登录与管理操作，用于安全审计，其中不含密码和密钥。

## 数据去向

你的问题和所选文件会发送给管理员接入的模型服务。使用内置模型时，内容不会离开服务器。系统不收集遥测数据，也不向第三方发送统计信息。

## 保护措施

密码以不可逆方式保存，供应商密钥加密保存。你只能看到自己的会话和文件；每次访问都会检查权限。

## 你的选择

你可以随时删除自己的会话。删除的内容会先进入回收状态，并在 30 天后清除。如需查询、更正或注销账号数据，请联系系统管理员。
`,
  },
  en_US: {
    title: "Privacy statement",
    markdown: `Your organisation installs and runs this system, and the data stays on its own servers.

## What is stored

- **Account**: account, name, department, roles, language, and when, from where and with which device you signed in.
- **Content**: the questions you ask, the files you upload and the answers you get, so that you can continue and find them again.
- **Usage**: model, time and tokens of every call, for allowances and statistics.
- **Operation log**: logins and administrative actions, for security audits. It holds no passwords and no keys.

## Where data goes

Your questions and the files you choose are sent to the model services your administrator has connected. With the built-in model nothing leaves the server. The system collects no telemetry and sends no statistics to third parties.

## How it is protected

Passwords are stored in a form that cannot be reversed, suppliers’ keys are encrypted. You see your own chats and files only; every access is checked.

## Your choices

You can delete your chats at any time. Deleted content is held back at first and removed after 30 days. To see, correct or close your account’s data, ask your administrator.
`,
  },
};
