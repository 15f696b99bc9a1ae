/** Each calls `ran()` if a browser interprets any of it as markup. */
const VECTORS = [
  '<script>ran()</script>',
  '<img src=x onerror=ran()>',
  '<svg onload=ran()>',
  '<svg><script>ran()</script></svg>',
  '<svg><animate onbegin=ran() attributeName=x dur=1s>',
  '<body onload=ran()>',
  '<input autofocus onfocus=ran()>',
  '<details open ontoggle=ran()>x</details>',
  '<video><source onerror=ran()></video>',
  '<audio src=x onerror=ran()>',
  '<iframe src="javascript:parent.ran()"></iframe>',
  '<iframe srcdoc="<script>parent.ran()</script>"></iframe>',
  '<object data="javascript:ran()"></object>',
  '<embed src="javascript:ran()">',
  '<a href="javascript:ran()">tap</a>',
  '<form action="javascript:ran()"><button autofocus>tap</button></form>',
  '<math><mtext><mglyph><style><img src=x onerror=ran()></style></mglyph></mtext></math>',
  '<style>@import "javascript:ran()";*{animation:x}</style>',
  '<link rel=stylesheet href="javascript:ran()">',
  '<meta http-equiv=refresh content="0;url=javascript:ran()">',
  '<base href="javascript:ran()//">',
  '<template><img src=x onerror=ran()></template>',
  '<p style="animation-name:appear" onanimationstart=ran()>x</p>',
  '<x contenteditable onblur=ran() autofocus tabindex=1>x',
] as const;

/** Ways to break out of the surrounding text, attribute or element. */
const FRAMES = [
  (vector: string) => vector,
  (vector: string) => `">${vector}`,
  (vector: string) => `'>${vector}`,
  (vector: string) => `</p></div>${vector}`,
  (vector: string) => `</textarea>${vector}`,
  (vector: string) => `</title></style></script>${vector}`,
  (vector: string) => `<!--><!-- -->${vector}`,
  (vector: string) => `]]>${vector}<![CDATA[`,
  (vector: string) => `<b>${vector}</b>`,
  (vector: string) => vector.toUpperCase().replaceAll('RAN()', 'ran()'),
  (vector: string) => vector.replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  (vector: string) => vector.replaceAll('<', '\\u003c'),
] as const;

/** Not markup, but code for a URL, a template engine, the translation library or JavaScript. */
const OTHERS = [
  'javascript:ran()',
  'JaVaScRiPt:ran()',
  'data:text/html,<script>parent.ran()</script>',
  'vbscript:ran()',
  '{{ran()}}',
  `\${ran()}`,
  '{{constructor.constructor("ran()")()}}',
  '$t(common:close)',
  '$t(message:covered, {"count": 1})',
  '{{name}} {{time}} {{- name}}',
  'i18n:official.welcome',
  '");ran();//',
  "';ran();//",
  '__proto__',
  '[object Object]',
  'url(javascript:ran())',
] as const;

/** About three hundred texts without line breaks or surrounding white space, because each must be shown exactly as it is. */
export const PAYLOADS: readonly string[] = [
  ...FRAMES.flatMap((frame) => VECTORS.map((vector) => frame(vector))),
  ...OTHERS,
];
