/** The texts of the page. Another language is another file beside `en.js`, chosen here. */

import english from './en.js'

export const text = english
