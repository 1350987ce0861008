;; A bot in Lisp: it plays the first legal move. Yours will choose better.
(defun answer (text) (write-line text) (finish-output))
(defun starts (word line) (and (>= (length line) (length word)) (string= word line :end2 (length word))))
(let ((move ""))
  (loop for line = (read-line *standard-input* nil) while line do
    (cond ((starts "ugi" line) (answer "id name starter") (answer "ugiok"))
          ((starts "isready" line) (answer "readyok"))
          ((starts "legal " line) (setf move (subseq line 6 (position #\Space line :start 6))))
          ((starts "go" line) (answer (concatenate 'string "bestmove " move)))
          ((starts "quit" line) (return)))))
