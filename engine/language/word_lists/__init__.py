"""Lists of English words: function words, stop words, words of forms and addresses, irregular verbs."""
