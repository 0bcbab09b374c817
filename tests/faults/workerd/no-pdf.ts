/** No fault here concerns the PDF, and its library does not bundle without the build's own plugins. */
export default class {}
